-- Whether somebody left the group, and was not removed by others: admins are told so.
alter table memberships add column has_left boolean not null default false;
