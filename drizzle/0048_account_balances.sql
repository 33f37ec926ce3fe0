ALTER TABLE `account_deliveries` ADD `unbilled_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `account_deliveries` ADD `unpaid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `account_deliveries_unbilled` ON `account_deliveries` (`user_id`,`appointment_id`,`unbilled_cents`) WHERE "account_deliveries"."unbilled_cents" <> 0;--> statement-breakpoint
CREATE INDEX `account_deliveries_unpaid` ON `account_deliveries` (`user_id`,`appointment_id`,`unpaid_cents`,`unbilled_cents`) WHERE "account_deliveries"."unpaid_cents" <> 0;