ALTER TABLE `appointments` ADD `card_exp_month` integer;--> statement-breakpoint
ALTER TABLE `appointments` ADD `card_exp_year` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `unanswered_since` integer;--> statement-breakpoint
ALTER TABLE `payment_methods` ADD `exp_month` integer;--> statement-breakpoint
ALTER TABLE `payment_methods` ADD `exp_year` integer;