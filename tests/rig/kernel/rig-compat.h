/* irq_to_desc() is not exported to modules; irq_get_irq_data() is, and leads to the same descriptor. */
#ifndef RIG_COMPAT_H
#define RIG_COMPAT_H
#include <linux/irq.h>
#include <linux/irqdesc.h>
#define irq_to_desc(irq) irq_data_to_desc(irq_get_irq_data(irq))
#endif
