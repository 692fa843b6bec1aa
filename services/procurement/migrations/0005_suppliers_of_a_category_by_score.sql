create index suppliers_category_score on suppliers (category, score) where score is not null;
