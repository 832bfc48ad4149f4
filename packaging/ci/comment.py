#!/usr/bin/env python3
"""Keeps one comment of a pull request (GitHub) or merge request (GitLab) as the last check of its tree says.

usage: comment.py PAGE CODE ROOT. PAGE: the text, as Markdown. CODE: the check's exit code. ROOT: which tree, where a pipeline checks several.

The comment is found by a mark in its first line that only this script writes, among those of the token's own user or of a program, and written anew.
A tree that is as wanted (CODE 0) gets no comment where there is none yet. Where the run is of no such request, the token has no right (a pull request from a
fork), or the server says that it was asked too often, that is said and nothing else happens: the page of the run has the same text.

Environment: TPATCH_TOKEN, and what the runner gives: GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, or CI_API_V4_URL, CI_PROJECT_ID,
CI_MERGE_REQUEST_IID. TPATCH_PATIENCE: seconds to wait at most when asked to come back later (60).
Only the standard library is needed. Exit: 0 done, or there is nothing to do; 1 no comment could be made. What servers send is not printed: a
runner obeys lines of a log.
"""
import hashlib
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

MOST = 60000  # characters; GitHub takes 65,536
PAGES = 30  # of a hundred comments each
TRIES = 3


class NotMade(Exception):
    pass


def ask(method, url, headers, body=None, patience=None):
    """The answer, parsed. NotMade with a reason for people."""
    if patience is None:
        patience = float(os.environ.get("TPATCH_PATIENCE", "60"))
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(TRIES):
        request = urllib.request.Request(url, data, {**headers, "Content-Type": "application/json", "User-Agent": "tpatch"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            wait = wait_of(error)
            if wait is None:
                raise NotMade(reason_of(error.code)) from error
            if attempt + 1 == TRIES or wait > patience:
                raise NotMade("the server was asked too often (HTTP %d)" % error.code if error.code in (403, 429) else "the server failed (HTTP %d)" % error.code) from error
            time.sleep(wait)
        except (OSError, ValueError) as error:
            raise NotMade("the server cannot be asked (%s)" % type(error).__name__) from error
    raise NotMade("the server failed")


def wait_of(error):
    """Seconds after which to ask again; None: never."""
    if error.code >= 500:
        return 1.0
    limited = error.code == 429 or error.headers.get("Retry-After") or error.headers.get("X-RateLimit-Remaining") == "0"
    if error.code not in (403, 429) or not limited:
        return None
    try:
        if error.headers.get("Retry-After"):
            return max(0.0, float(error.headers["Retry-After"]))
        return max(1.0, float(error.headers.get("X-RateLimit-Reset", "")) - time.time())
    except ValueError:
        return 1.0


def reason_of(code):
    return {401: "the token is not valid", 403: "the token has no right to comment (a pull request from a fork gets none; else give the job "
            "`permissions: pull-requests: write`)", 404: "the token sees no such request"}.get(code, "the server refused it (HTTP %d)" % code)


def is_free_text(text):
    """A part of a path in an address, which nothing in it may leave."""
    return urllib.parse.quote(str(text), safe="")


class GitHub:
    def __init__(self, token):
        with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
            event = json.load(file)
        number = (event.get("pull_request") or {}).get("number")
        self.number = number if isinstance(number, int) else None
        self.headers = {"Authorization": "Bearer " + token, "Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
        self.repository = "%s/repos/%s" % (os.environ.get("GITHUB_API_URL", "https://api.github.com"),
                                           "/".join(map(is_free_text, os.environ["GITHUB_REPOSITORY"].split("/"))))
        self.all = "%s/issues/%s/comments" % (self.repository, self.number)

    def is_own(self, comment):
        return (comment.get("user") or {}).get("type") == "Bot" or (comment.get("user") or {}).get("login") == os.environ.get("TPATCH_COMMENT_USER", "")

    def one(self, comment):
        return "%s/issues/comments/%d" % (self.repository, comment["id"])

    change = "PATCH"


class GitLab:
    def __init__(self, token):
        self.number = os.environ.get("CI_MERGE_REQUEST_IID") or None
        self.headers = {"PRIVATE-TOKEN": token}
        self.all = "%s/projects/%s/merge_requests/%s/notes" % (os.environ["CI_API_V4_URL"], is_free_text(os.environ["CI_PROJECT_ID"]), is_free_text(self.number or ""))
        self.user = None

    def is_own(self, comment):
        """A token of GitLab has a user of its own, and may change no other's."""
        if self.user is None:
            self.user = ask("GET", os.environ["CI_API_V4_URL"] + "/user", self.headers).get("id")
        return (comment.get("author") or {}).get("id") == self.user

    def one(self, comment):
        return "%s/%d" % (self.all, comment["id"])

    change = "PUT"


def find(host, mark):
    for page in range(1, PAGES + 1):
        comments = ask("GET", "%s?per_page=100&page=%d" % (host.all, page), host.headers)
        for comment in comments:
            if str(comment.get("body", "")).startswith(mark) and host.is_own(comment):
                return comment
        if len(comments) < 100:
            return None
    return None


def text_of(mark, page):
    if len(page) > MOST:
        page = page[:MOST]
        # The fence that is open, and the fold around it.
        page = page[:page.rfind("\n") + 1] + "…\n" + "`" * 80 + "\n</details>\n\nThe rest is on the page of the run.\n"
    return mark + "\n" + page


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        page = file.read()
    token = os.environ["TPATCH_TOKEN"]
    try:
        host = GitLab(token) if os.environ.get("GITLAB_CI") else GitHub(token) if os.environ.get("GITHUB_EVENT_PATH") else None
        if not host or not host.number:
            return  # a push, a schedule
        mark = "<!-- tpatch check %s -->" % hashlib.sha256(sys.argv[3].encode()).hexdigest()[:12]
        comment = find(host, mark)
        body = text_of(mark, page)
        if comment and comment.get("body") != body:
            ask(host.change, host.one(comment), host.headers, {"body": body})
        elif not comment and sys.argv[2] != "0":
            ask("POST", host.all, host.headers, {"body": body})
    except NotMade as error:
        sys.exit("tpatch: %s; the page of this run has the summary" % error)
    except (OSError, ValueError, KeyError) as error:
        sys.exit("tpatch: what the runner gives is not as expected (%s)" % type(error).__name__)


if __name__ == "__main__":
    main()
