CREATE TABLE `invoice_sends` (
	`invoice_number` integer NOT NULL,
	`kind` text NOT NULL,
	`sequence` integer NOT NULL,
	`recipient` text,
	`message_key` text NOT NULL,
	`sent_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`invoice_number`, `kind`, `sequence`),
	FOREIGN KEY (`invoice_number`) REFERENCES `invoices`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `house_accounts` ADD `billing_email` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `attachment` text;