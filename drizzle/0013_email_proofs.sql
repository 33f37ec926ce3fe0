ALTER TABLE `users` ADD `email_proven_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `pending_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_proof` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_proof_expires` integer;--> statement-breakpoint
CREATE INDEX `users_email_proof` ON `users` (`email_proof`);