/*
 * What a user does to end the program. Before anything is written and after it, the end comes at once. In between, the
 * run is told to put everything back, and ends by itself; a second Ctrl-C ends it at once, and the next run puts the
 * tree in order, as after a kill.
 */
#include "platform/win32/win32.h"

#define EXIT_BY_CONTROL_C 0xC000013Au /* by it, shells tell that the user ended a program */
/* Windows ends a program 5 s after it closed the window, and at once when the handler returns. */
#define CLOSE_WAIT_MS 5000

enum { IDLE, WRITING, ASKED_TO_STOP, PUTTING_BACK };

/* The handler runs on a thread of the system's, with nothing of ours but this. */
static volatile LONG state = IDLE;

static BOOL WINAPI on_control(DWORD event)
{
	LONG was = InterlockedCompareExchange(&state, ASKED_TO_STOP, WRITING);
	bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
	if (was != IDLE && !is_key) {
		Sleep(CLOSE_WAIT_MS);
		return TRUE;
	}
	/*
	 * What the system would do by itself, ExitProcess() on this thread, can wait for ever for a lock that one of
	 * the ended threads held.
	 */
	if (was != WRITING) {
		win32_put_back_console();
		TerminateProcess(GetCurrentProcess(), EXIT_BY_CONTROL_C);
	}
	return TRUE;
}

void win32_watch_for_stop(void)
{
	SetConsoleCtrlHandler(on_control, TRUE);
}

void win32_begin_writing(void)
{
	InterlockedExchange(&state, WRITING);
}

void win32_end_writing(void)
{
	InterlockedExchange(&state, IDLE);
}

bool win32_may_go_on(struct err *err)
{
	if (InterlockedCompareExchange(&state, PUTTING_BACK, ASKED_TO_STOP) != ASKED_TO_STOP)
		return true;
	return err_set(err, ERR_IO, "stopped, as you asked");
}
