CREATE INDEX `card_tries_account` ON `card_tries` (`account`,`at`);--> statement-breakpoint
CREATE INDEX `card_tries_phone` ON `card_tries` (`phone`,`at`);