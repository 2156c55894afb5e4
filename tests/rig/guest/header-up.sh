#!/bin/sh
# A Raspberry Pi's header, simulated: a gpiochip with the BCM2711's label and line names, an I2C bus with a panel's address on it.
set -e
modprobe rig-awake
modprobe gpio-sim
modprobe i2c-dev
modprobe rig-i2c
modprobe virtio_console
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
if [ ! -d $chip ]; then
    mkdir $chip $chip/b0
    echo 58 >$chip/b0/num_lines
    echo pinctrl-bcm2711 >$chip/b0/label
    for pin in $(seq 2 27); do
        mkdir $chip/b0/line$pin
        echo GPIO$pin >$chip/b0/line$pin/name
    done
    echo 1 >$chip/live
fi
ln -sfn /sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/b0/chip_name) /run/rig-gpio
# The host's line; udev names it when it gets to it.
while [ ! -e /dev/virtio-ports/rig ]; do sleep 0.1; done
