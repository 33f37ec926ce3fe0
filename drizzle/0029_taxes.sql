CREATE TABLE `tax_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`starts_on` text NOT NULL,
	`rates` text NOT NULL,
	`cancels` integer,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tax_exemptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`certificate` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `taxes` text;--> statement-breakpoint
CREATE INDEX `appointments_taxes` ON `appointments` (`date`,`taxes`) WHERE "appointments"."taxes" is not null;--> statement-breakpoint
ALTER TABLE `ledger` ADD `tax_cents` integer;