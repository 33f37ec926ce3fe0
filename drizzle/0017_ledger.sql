CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`sequence` integer NOT NULL,
	`kind` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`moved_on` text NOT NULL,
	`delivered_on` text NOT NULL,
	`appointment_id` text NOT NULL,
	`written_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_source` ON `ledger` (`source`,`sequence`);--> statement-breakpoint
CREATE INDEX `ledger_moved` ON `ledger` (`moved_on`,`kind`,`gross_cents`);--> statement-breakpoint
CREATE INDEX `ledger_delivered` ON `ledger` (`delivered_on`,`kind`,`gross_cents`);--> statement-breakpoint
CREATE INDEX `ledger_appointment` ON `ledger` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `disputes_asked` ON `disputes` (`asked_at`);--> statement-breakpoint
CREATE INDEX `charges_updated` ON `charges` (`updated_at`);--> statement-breakpoint
CREATE INDEX `refunds_updated` ON `refunds` (`updated_at`);