CREATE TABLE `stray_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`received_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	`fee_cents` integer,
	`paid_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stray_payments_appointment` ON `stray_payments` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `stray_payments_updated` ON `stray_payments` (`updated_at`);--> statement-breakpoint
ALTER TABLE `charges` ADD `fee_cents` integer;