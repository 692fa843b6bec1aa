-- A model's proposal about a requirement that the text of a bid leaves unclear. It stands beside the finding and
-- decides nothing; bids and, once there are bids, requirements do not change, so it holds for later evaluations.
create table requirement_proposals (
  bid_id uuid not null references bids (id),
  requirement integer not null,
  status text not null check (status in ('met', 'not_met')),
  quote text not null,
  model text not null,
  proposed_at timestamptz not null,
  primary key (bid_id, requirement)
);
