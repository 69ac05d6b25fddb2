"""The replay kit: people's talk with known truth, and judges for what keeps notes of it.

All of it is synthetic, and it was written without sight of the methods that it judges. The data
and the rule by which it is labelled stand in ``tests/replay``; ``python -m tests.bench.keeping``
runs it. Half of the texts are ``held``: they serve the reported figures and nothing else.
"""
