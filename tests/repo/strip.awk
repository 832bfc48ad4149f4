# C source without comments, string and character contents: what is left has the same lines. For the checks beside this.
# Reads one or more files; prints `file:line:text`.
FNR == 1 { in_comment = 0 }
{
	out = ""
	for (i = 1; i <= length($0); i++) {
		c = substr($0, i, 1)
		pair = substr($0, i, 2)
		if (in_comment) {
			if (pair == "*/") {
				in_comment = 0
				i++
			}
		} else if (pair == "/*") {
			in_comment = 1
			i++
			out = out " "
		} else if (pair == "//") {
			break
		} else if (c == "\"" || c == "'") {
			quote = c
			out = out quote
			for (i++; i <= length($0) && substr($0, i, 1) != quote; i++)
				if (substr($0, i, 1) == "\\")
					i++
			out = out quote
		} else {
			out = out c
		}
	}
	print FILENAME ":" FNR ":" out
}
