CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`payment_intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`withdrawn_cents` integer NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`lost_cents` integer NOT NULL,
	`refundable` integer NOT NULL,
	`due_by` integer,
	`opened_at` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_appointment` ON `disputes` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `disputes_payment_intent` ON `disputes` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `disputes_status` ON `disputes` (`status`,`due_by`);--> statement-breakpoint
DROP INDEX `appointments_user`;--> statement-breakpoint
DROP INDEX `appointments_report`;--> statement-breakpoint
ALTER TABLE `appointments` ADD `disputed_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_user` ON `appointments` (`user_id`,`date`,`slot_index`,`status`,`hold_expires_at`,`created_at`,`total_paid_cents`,`refunded_cents`,`disputed_cents`);--> statement-breakpoint
CREATE INDEX `appointments_report` ON `appointments` (`status`,`date`,`fuel_type`,`actual_gallons_tenths`,`small_ice_bags`,`large_ice_bags`,`ice_total_cents`,`payment_method`,`total_paid_cents`,`refunded_cents`,`disputed_cents`,`remaining_balance_cents`) WHERE "appointments"."status" = 'completed' and "appointments"."test_mode" = 0;