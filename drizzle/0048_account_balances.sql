ALTER TABLE `account_deliveries` ADD `unbilled_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `account_deliveries` ADD `unpaid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `account_deliveries_unbilled` ON `account_deliveries` (`user_id`,`appointment_id`,`unbilled_cents`) WHERE "account_deliveries"."unbilled_cents" <> 0;--> statement-breakpoint
CREATE INDEX `account_deliveries_unpaid` ON `account_deliveries` (`user_id`,`appointment_id`,`unpaid_cents`,`unbilled_cents`) WHERE "account_deliveries"."unpaid_cents" <> 0;--> statement-breakpoint
UPDATE `account_deliveries` SET `unbilled_cents` = coalesce((SELECT sum(CASE
      WHEN state IN ('succeeded', 'cash') THEN coalesce(received_cents, amount_cents) - refunded_cents
      WHEN state = 'held' THEN 0 ELSE amount_cents END)
      FROM charges WHERE charges.appointment_id = account_deliveries.appointment_id), 0)
    - coalesce((SELECT sum(amount_cents) FROM invoice_lines
      WHERE invoice_lines.appointment_id = account_deliveries.appointment_id), 0),
    `unpaid_cents` = coalesce((SELECT sum(amount_cents) FROM charges
      WHERE charges.appointment_id = account_deliveries.appointment_id
      AND state NOT IN ('succeeded', 'cash', 'held')), 0);
