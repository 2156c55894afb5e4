"""MQTT: matches, scores, winners, results and presses for Home Assistant, Node-RED or a club's scoreboard.

Needs paho-mqtt (the extra `mqtt`), so it is imported only when it is wanted. It publishes and subscribes to nothing: nobody
plays by way of the broker.
"""

from device.mqtt.publisher import Publisher

__all__ = ["Publisher"]
