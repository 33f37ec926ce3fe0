CREATE TABLE `account_card_tries` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`attempt` integer NOT NULL,
	`setup_intent_id` text NOT NULL,
	`terms` text NOT NULL,
	`phone` text,
	`address` text,
	`at` integer NOT NULL,
	`declined_at` integer,
	`saved_at` integer,
	`decline_event` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_card_tries_decline_event_unique` ON `account_card_tries` (`decline_event`);--> statement-breakpoint
CREATE INDEX `account_card_tries_setup` ON `account_card_tries` (`setup_intent_id`);--> statement-breakpoint
CREATE INDEX `account_card_tries_at` ON `account_card_tries` (`at`);--> statement-breakpoint
CREATE INDEX `account_card_tries_account` ON `account_card_tries` (`account`,`at`);--> statement-breakpoint
CREATE INDEX `account_card_tries_phone` ON `account_card_tries` (`phone`,`at`);--> statement-breakpoint
ALTER TABLE `payment_methods` ADD `terms` text;