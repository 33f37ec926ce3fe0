CREATE TABLE `own_words` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text,
	`body` text,
	`version` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `values` text;