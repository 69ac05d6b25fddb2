"""What the coding agents' lanes share: a child process, where its program is, common words."""
