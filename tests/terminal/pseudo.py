"""A pseudo-terminal with a program in it, and tmux, for tests that look at what a person sees."""
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

PATIENCE_SECONDS = 60
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Wrong(Exception):
    pass


def expect(condition, message, *arguments):
    if not condition:
        raise Wrong(message % arguments)


class Terminal:
    """A program on a terminal of its own. What it prints gathers in `seen`."""

    running = []

    def __init__(self, argv, folder, columns=80, rows=24, environment=None):
        env = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TPATCH_PAGER": ""}
        env.update(environment or {})
        self.seen, self.status, self.at_end = "", None, False
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGINT, signal.SIGQUIT):  # which a suite started in the background ignores
                signal.signal(number, signal.SIG_DFL)
            os.closerange(3, 256)  # a lock of who runs the tests, say
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(argv[0], argv, env)
        Terminal.running.append(self)

    @classmethod
    def kill_all(cls):
        """Ends what a failed case left, with all that it started on its terminal."""
        for terminal in cls.running:
            if terminal.status is None:
                os.killpg(terminal.pid, signal.SIGKILL)
                os.waitpid(terminal.pid, 0)
                os.close(terminal.terminal)
        cls.running.clear()

    def read(self):
        """More of what is printed. False at the end."""
        ready, _, _ = select.select([self.terminal], [], [], PATIENCE_SECONDS)
        if not ready:
            os.killpg(self.pid, signal.SIGKILL)  # nobody else ends it
        expect(ready, "nothing was printed for %d seconds; there is %r", PATIENCE_SECONDS, self.seen)
        try:
            data = os.read(self.terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b""
        self.seen += data.decode("utf-8", "surrogateescape")
        self.at_end = not data
        return not self.at_end

    def wait_for(self, text, begin=0):
        """Reads until `text` (without colours) is there behind `begin`; returns what is plain so far."""
        while text not in self.plain()[begin:]:
            expect(self.read(), "the program ended without printing %r; there is %r", text, self.plain()[begin:])
        return self.plain()

    def plain(self):
        return ESCAPES.sub("", self.seen).replace("\r\n", "\n")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def answer(self, text, prompt="?]? "):
        """Types a line once the program asks; returns what it printed since the question before."""
        begin = getattr(self, "asked", 0)
        plain = self.wait_for(prompt, begin)
        self.asked = plain.index(prompt, begin) + len(prompt)
        self.send(text)
        return plain[begin:self.asked]

    def end(self):
        """Reads to the end; the exit code, negative for a signal."""
        while not self.at_end:
            self.read()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        self.status = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        return self.status

    def kill(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.end()


class Tmux:
    """A shell under tmux, on a server of its own."""

    def __init__(self, folder, columns=80, rows=24, environment=None):
        self.socket = os.path.join(folder, "tmux.socket")
        env = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "ENV": ""}
        env.update(environment or {})
        self.call("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", folder, "sh", env=env)
        self.type("PS1='ready> '; clear")
        self.wait_for("ready>")

    def call(self, *arguments, **more):
        result = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, check=False, timeout=PATIENCE_SECONDS, **more)
        expect(result.returncode == 0, "tmux %s: %s", arguments, result.stderr.decode())
        return result.stdout.decode()

    def type(self, text, *keys):
        self.call("send-keys", "-l", text)
        self.call("send-keys", *(keys or ("Enter",)))

    def press(self, *keys):
        self.call("send-keys", *keys)

    def screen(self, colored=False):
        return self.call("capture-pane", "-p", *(("-e",) if colored else ()))

    def wait_for(self, *texts):
        """The screen, once all the texts are on it."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            screen = self.screen()
            if all(text in screen for text in texts):
                return screen
            expect(time.monotonic() < end, "%r is not on the screen:\n%s", texts, screen)
            time.sleep(0.05)

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)
