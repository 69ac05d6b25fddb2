"""Where things lie and what the owner chose. The only room that reads the environment."""
