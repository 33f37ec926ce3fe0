CREATE TABLE `customer_merges` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`kept_id` text NOT NULL,
	`gone_id` text NOT NULL,
	`moved` text,
	`made_by` text NOT NULL,
	`made_at` integer NOT NULL,
	`undone_by` text,
	`undone_at` integer,
	FOREIGN KEY (`kept_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`gone_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_merges_request_id_unique` ON `customer_merges` (`request_id`);--> statement-breakpoint
CREATE INDEX `customer_merges_kept` ON `customer_merges` (`kept_id`,`number`);--> statement-breakpoint
CREATE INDEX `customer_merges_gone` ON `customer_merges` (`gone_id`);--> statement-breakpoint
CREATE INDEX `customer_merges_undoable` ON `customer_merges` (`made_at`) WHERE "customer_merges"."moved" is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `merged_into` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `users_merged` ON `users` (`merged_into`);--> statement-breakpoint
DELETE FROM `audit_details` WHERE `entry_id` IN (SELECT `id` FROM `audit_log` WHERE `thing` = 'customer' AND `user_id` IS NOT NULL AND `user_id` NOT IN (SELECT `id` FROM `users`));
