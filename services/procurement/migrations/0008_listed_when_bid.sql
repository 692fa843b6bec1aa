-- What the supplier's entry listed when it bid: its capabilities and certifications. A bid cannot be improved after the
-- deadline by a change of the supplier.
alter table bids add column listed jsonb not null default '[]';
update bids set listed = s.capabilities || s.certifications from suppliers s where s.id = bids.supplier_id;
