DROP INDEX `charges_open`;--> statement-breakpoint
CREATE INDEX `charges_open` ON `charges` (`state`,`created_at`,`amount_cents`,`error_code`) WHERE "charges"."state" not in ('succeeded', 'cash');