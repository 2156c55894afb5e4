// SPDX-License-Identifier: GPL-2.0
/*
 * rig-awake: as long as a disk has something to do, the processor does not sleep.
 *
 * The guest's time is counted in instructions, and when all sleep it leaps to
 * the next alarm. A disk's work is done by the host and takes no instructions:
 * without this a transfer would last until whatever alarm comes next, seconds
 * or a day. So a thread of the lowest rank turns round while requests are under way.
 */
#include <linux/module.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/wait.h>

static atomic_t under_way = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(work);
static struct task_struct *thread;

static void begun(void *data)
{
	if (atomic_inc_return(&under_way) == 1)
		wake_up(&work);
}

static void ended(void *data)
{
	/* What was under way before this was loaded ends uncounted. */
	atomic_dec_if_positive(&under_way);
}

static int stay_awake(void *unused)
{
	set_user_nice(current, MAX_NICE);
	while (!kthread_should_stop()) {
		wait_event_interruptible(work, atomic_read(&under_way) > 0 || kthread_should_stop());
		while (atomic_read(&under_way) > 0 && !kthread_should_stop())
			cond_resched();
	}
	return 0;
}

static struct { const char *name; void *tells; struct tracepoint *found; } events[] = {
	{ "block_rq_issue", begun },
	{ "block_rq_complete", ended },
	{ "block_rq_requeue", ended },
};

static void find(struct tracepoint *each, void *unused)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (!strcmp(each->name, events[i].name))
			events[i].found = each;
}

static int __init awake_init(void)
{
	int i;

	for_each_kernel_tracepoint(find, NULL);
	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (!events[i].found)
			return -ENOENT;
	thread = kthread_run(stay_awake, NULL, "rig-awake");
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	for (i = 0; i < ARRAY_SIZE(events); i++)
		tracepoint_probe_register(events[i].found, events[i].tells, NULL);
	return 0;
}

module_init(awake_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Keeps the processor awake while a disk works, for a guest whose time is counted");
