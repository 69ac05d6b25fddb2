"""Texts to vectors, by a model that runs on this machine; knows neither notes nor lanes."""
