-- Of a customer's webhook: the bank address whose owner it notifies of what to update. It gets no other events.
ALTER TABLE webhook_subscriptions ADD COLUMN address_id text COLLATE "C";
