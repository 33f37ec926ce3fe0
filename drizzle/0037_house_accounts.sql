CREATE TABLE `account_deliveries` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_deliveries_user` ON `account_deliveries` (`user_id`);--> statement-breakpoint
CREATE TABLE `account_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`way` text NOT NULL,
	`reference` text,
	`received_on` text NOT NULL,
	`recorded_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_payments_user` ON `account_payments` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `house_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`terms_days` integer NOT NULL,
	`bill_to` text NOT NULL,
	`credit_limit_cents` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`invoice_number` integer NOT NULL,
	`appointment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`invoice_number`, `appointment_id`),
	FOREIGN KEY (`invoice_number`) REFERENCES `invoices`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoice_lines_appointment` ON `invoice_lines` (`appointment_id`,`amount_cents`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`number` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`request_id` text NOT NULL,
	`bill_to` text NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`total_cents` integer NOT NULL,
	`issued_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_request_id_unique` ON `invoices` (`request_id`);--> statement-breakpoint
CREATE INDEX `invoices_user` ON `invoices` (`user_id`,`number`);