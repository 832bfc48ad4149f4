#include "command/findings.h"

#include "cmdline/print.h"

static void add_finding(const struct finding *finding, bool verbose, bool colored, struct str *out)
{
	static const char *const paints[] = { [STATE_WRONG] = PAINT_WRONG,
		[STATE_WARNING] = PAINT_WARNING,
		[STATE_UNKNOWN] = PAINT_UNKNOWN,
		[STATE_OK] = PAINT_OK };
	bool is_ok = finding->state == STATE_OK;
	str_addf(out, "%s%-8s%s %-15s ", colored ? paints[finding->state] : "", state_name(finding->state),
		colored ? PAINT_END : "", finding->id);
	shown_add_line(str_slice(&finding->seen), out);
	str_add_char(out, '\n');
	if (!is_ok || verbose)
		str_addf(out, "%24s why: %s\n", "", finding->why);
	if (!finding->fix.len)
		return;
	str_addf(out, "%24s ", "->");
	shown_add_line(str_slice(&finding->fix), out);
	str_add_char(out, '\n');
}

void findings_print(const struct diagnosis *diagnosis, enum state least, bool verbose, bool colored, struct str *out)
{
	size_t begin = out->len;
	for (size_t i = 0; i < diagnosis->count; i++)
		if (diagnosis->items[i].state <= least)
			add_finding(&diagnosis->items[i], verbose, colored, out);
	str_addf(out, "%s%zu wrong, %zu warning%s, %zu unknown, %zu ok\n", out->len > begin ? "\n" : "",
		diagnosis->n[STATE_WRONG], diagnosis->n[STATE_WARNING], str_plural(diagnosis->n[STATE_WARNING]),
		diagnosis->n[STATE_UNKNOWN], diagnosis->n[STATE_OK]);
}
