DROP INDEX `appointments_driver`;--> statement-breakpoint
DROP INDEX `appointments_setup_intent`;--> statement-breakpoint
DROP INDEX `appointments_payment_intent`;--> statement-breakpoint
CREATE INDEX `appointments_driver` ON `appointments` (`driver_id`,`date`,`window_index`) WHERE "appointments"."driver_id" is not null;--> statement-breakpoint
CREATE INDEX `appointments_setup_intent` ON `appointments` (`setup_intent_id`) WHERE "appointments"."setup_intent_id" is not null;--> statement-breakpoint
CREATE INDEX `appointments_payment_intent` ON `appointments` (`payment_intent_id`) WHERE "appointments"."payment_intent_id" is not null;