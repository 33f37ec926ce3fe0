CREATE TABLE `standard_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`shown_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `setup_terms` text;--> statement-breakpoint
ALTER TABLE `users` ADD `recurring_terms` text;