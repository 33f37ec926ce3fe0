CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`);--> statement-breakpoint
DROP INDEX `appointments_user`;--> statement-breakpoint
DROP INDEX `appointments_status`;--> statement-breakpoint
CREATE INDEX `appointments_user` ON `appointments` (`user_id`,`date`,`window_index`,`status`,`hold_expires_at`,`created_at`,`total_paid_cents`,`refunded_cents`);--> statement-breakpoint
CREATE INDEX `appointments_status` ON `appointments` (`status`,`date`,`window_index`,`hold_expires_at`);