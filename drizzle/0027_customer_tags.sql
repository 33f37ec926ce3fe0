CREATE TABLE `customer_tags` (
	`user_id` text NOT NULL,
	`tag_key` text NOT NULL,
	`tag` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `tag_key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_tags_key` ON `customer_tags` (`tag_key`,`tag`,`user_id`);--> statement-breakpoint
ALTER TABLE `customer_notes` ADD `for_driver` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `customer_notes_for_driver` ON `customer_notes` (`user_id`,`created_at`) WHERE "customer_notes"."for_driver" = 1;