CREATE TABLE `appointment_search_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`appointment_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_search_texts_appointment_id_unique` ON `appointment_search_texts` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `customer_search_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_search_texts_user_id_unique` ON `customer_search_texts` (`user_id`);--> statement-breakpoint
CREATE TABLE `search_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `over_capacity_reason` text;--> statement-breakpoint
CREATE INDEX `appointments_owed` ON `appointments` (`user_id`,`remaining_balance_cents`) WHERE "appointments"."remaining_balance_cents" > 0;--> statement-breakpoint
CREATE INDEX `charges_open` ON `charges` (`state`,`created_at`,`amount_cents`) WHERE "charges"."state" not in ('succeeded', 'cash');--> statement-breakpoint
CREATE VIRTUAL TABLE customers_search USING fts5(text, content='customer_search_texts', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE appointments_search USING fts5(text, content='appointment_search_texts', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') FROM users WHERE users.role = 'customer' ORDER BY users.id;--> statement-breakpoint
INSERT INTO appointment_search_texts (appointment_id, text)
    SELECT appointments.id, ' ' || coalesce(appointments.public_code || ' ', '') || coalesce(appointments.location || ' ', '') || coalesce(appointments.slip_number || ' ', '') || coalesce(appointments.customer_name || ' ', '') || coalesce(appointments.customer_email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(appointments.customer_phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '')
    FROM appointments ORDER BY appointments.rowid;--> statement-breakpoint
INSERT INTO customers_search (customers_search) VALUES ('rebuild');--> statement-breakpoint
INSERT INTO appointments_search (appointments_search) VALUES ('rebuild');--> statement-breakpoint
INSERT INTO search_progress (id, seq) SELECT 1, coalesce(max(seq), 0) FROM changes;
