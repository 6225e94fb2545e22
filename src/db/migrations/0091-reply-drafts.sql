-- Each form of a thread has its own draft, where a thread had one: drafts of replies get the place of their
-- form, below the comment and its replies. A text cannot contain the field, because its quotes are escaped.
update form_drafts d set place = d.place || ', replies to comment ' || coalesce(c.parent_id, c.id)
from comments c
where d.place like 'comment in thread %'
  and c.id = substring(d.fields from '"parent_id":"(\d{1,15})"')::bigint;
