CREATE INDEX `outbox_appointment` ON `outbox` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`status`,`next_delivery`);