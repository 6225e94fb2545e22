// Written by bin/message-types.ts from en.json: do not edit.

/** A time that someone sent as text; `is_day`: a date without an hour, which begins in UTC. */
export type NamedTime = { sent: string; at: Date; is_day?: boolean }

/** What marks up the text between two tags: no text alone. */
export type Wrapped = { wraps: true }

/** What each message takes. */
export type Messages = {
  'problem.blank': Record<never, never>
  'problem.missing': Record<never, never>
  'problem.too_long': { most: number }
  'problem.too_many': { most: number }
  'problem.too_many_at_once': { most: number }
  'problem.too_many_in_request': { most: number }
  'problem.too_few': { least: number }
  'problem.past': Record<never, never>
  'problem.not_in_list': Record<never, never>
  'problem.not_one_of': { list: readonly string[] }
  'problem.not_some_of': { list: readonly string[]; quotes: readonly string[] }
  'problem.more': { count: number }
  'problem.more_without_address': { count: number }
  'problem.given_twice': Record<never, never>
  'problem.spelled_twice': { name: string | number }
  'problem.no_object': { list: readonly string[] }
  'problem.unknown_parts': { list: readonly string[] }
  'problem.no_boolean': Record<never, never>
  'problem.no_integer': Record<never, never>
  'problem.no_number': Record<never, never>
  'problem.no_text': Record<never, never>
  'problem.out_of_range': { least: number; most: number }
  'problem.below_least': { least: number }
  'problem.no_address': Record<never, never>
  'problem.no_address_sent': { text: string | number }
  'problem.address_as_name': Record<never, never>
  'problem.name_of_member': { name: string | number }
  'problem.full_name_of_member': { name: string | number }
  'problem.no_whole_address': Record<never, never>
  'problem.no_whole_address_typed': Record<never, never>
  'problem.holds_no_address': { text: string | number }
  'problem.no_date_time': Record<never, never>
  'problem.no_local_time': Record<never, never>
  'problem.no_day_of_hour': { place: number; text: string | number }
  'problem.skipped_time': { zone: string | number }
  'problem.holds_no_local_time': { text: string | number; zone: string | number }
  'problem.holds_skipped_time': { text: string | number; zone: string | number }
  'problem.no_day': Record<never, never>
  'problem.no_last_day': Record<never, never>
  'problem.no_moment': Record<never, never>
  'problem.no_moment_given': Record<never, never>
  'problem.no_hours': { most: number }
  'problem.no_integer_sent': { text: string | number }
  'problem.differs': { other: string }
  'problem.differs_in_query': Record<never, never>
  'problem.not_group_of_thread': { id: string | number }
  'problem.no_place_of_comment': Record<never, never>
  'problem.no_place_of_poll': Record<never, never>
  'problem.no_thread_of_group': Record<never, never>
  'problem.no_comment_of_thread': Record<never, never>
  'problem.no_readers': Record<never, never>
  'problem.no_members_or_guests': { list: readonly string[]; more: number }
  'problem.too_many_comments': { most: number }
  'problem.request_differs': Record<never, never>
  'problem.too_many_keys': { most: number }
  'problem.too_many_webhooks': { most: number }
  'problem.too_many_join_links': { most: number }
  'problem.too_many_open_links': { most: number }
  'problem.unseen_characters': Record<never, never>
  'problem.no_web_address': Record<never, never>
  'problem.secret_in_address': Record<never, never>
  'problem.private_address': Record<never, never>
  'problem.no_handle': Record<never, never>
  'problem.handle_taken': Record<never, never>
  'problem.first_group': Record<never, never>
  'problem.has_subgroups': Record<never, never>
  'problem.deleted_group': Record<never, never>
  'problem.not_group_name': { name: string | number }
  'problem.no_group': { handle: string | number }
  'problem.would_empty_group': { count: number }
  'problem.would_remove_last_admin': Record<never, never>
  'problem.last_member': Record<never, never>
  'problem.invites_limited': { at_once: 'more' | 'fine'; limit: number; minutes: number; remaining: number; whose: 'person' | 'key' | 'people' | 'keys' }
  'problem.no_variant': Record<never, never>
  'problem.beside_permissions': Record<never, never>
  'problem.address_in_path': Record<never, never>
  'problem.no_assignment': Record<never, never>
  'problem.no_json': Record<never, never>
  'problem.not_confirmed': Record<never, never>
  'problem.not_chosen': Record<never, never>
  'problem.no_code': Record<never, never>
  'problem.wrong_code': { most: number }
  'problem.mark_too_large': { most: number }
  'problem.mark_no_png': Record<never, never>
  'problem.mark_sides': { least: number; most: number }
  'problem.own_address': Record<never, never>
  'problem.address_taken': Record<never, never>
  'problem.login_taken': Record<never, never>
  'problem.erase_other_address': Record<never, never>
  'problem.nobody_named': Record<never, never>
  'problem.no_position': Record<never, never>
  'problem.no_day_chosen': Record<never, never>
  'problem.not_above': { least: number; other: string }
  'problem.above_options': { most: number }
  'problem.above_other': { most: number; other: string }
  'problem.reason_tells_voter': Record<never, never>
  'problem.receipts_of_named': Record<never, never>
  'problem.open_link_of_anonymous': Record<never, never>
  'problem.receipts_fix_options': Record<never, never>
  'problem.frozen': Record<never, never>
  'problem.shown_sooner': Record<never, never>
  'problem.options_fixed': { poll_type: string | number }
  'problem.opened_by_change': Record<never, never>
  'problem.no_count': { least: number; most: number }
  'problem.options_missing': Record<never, never>
  'problem.blank_option': Record<never, never>
  'problem.too_long_option': { most: number; text: string | number }
  'problem.comma_in_tag': Record<never, never>
  'problem.tags_of_members': Record<never, never>
  'problem.too_long_meaning': { most: number; text: string | number }
  'problem.option_not_allowed': { list: readonly string[]; poll_type: string | number; text: string | number }
  'problem.option_no_time': { text: string | number }
  'problem.option_twice': { text: string | number }
  'problem.time_twice': { time: NamedTime }
  'problem.option_exists': { text: string | number }
  'problem.time_exists': { time: NamedTime }
  'problem.no_option_of_poll': Record<never, never>
  'problem.threshold_of_no_option': { text: string | number }
  'problem.too_fine_percent': { percent: number }
  'problem.threshold_twice': { bound: 'least' | 'most'; text: string | number; whole: 'cast' | 'eligible' }
  'problem.no_block_option': { option: string | number }
  'problem.no_count_method': { poll_type: string | number }
  'problem.one_seat_only': Record<never, never>
  'problem.only_equal_shares': Record<never, never>
  'problem.costs_of_added_options': Record<never, never>
  'problem.no_cost': { text: string | number }
  'problem.cost_no_integer': { text: string | number }
  'problem.cost_above_budget': { most: number; text: string | number }
  'problem.unreadable_costs': Record<never, never>
  'problem.unreadable_choices': Record<never, never>
  'problem.too_many_choices': { count: number; most: number }
  'problem.choices_no_integer': { more: number; quotes: readonly string[] }
  'problem.choice_of_no_option': { text: string | number }
  'problem.only_these_options': { more: number; quotes: readonly string[] }
  'problem.choice_twice': { option: string | number }
  'problem.choice_out_of_range': { least: number; most: number; number: string | number; option: string | number }
  'problem.choice_withheld': { number: string | number; option: string | number; withheld: 'if_need_be' }
  'problem.choice_count': { count: number; least: number; most: number }
  'problem.choice_count_exact': { count: number; most: number }
  'problem.no_options_yet': Record<never, never>
  'problem.rank_twice': Record<never, never>
  'problem.too_many_dots': { most: number; sum: number }
  'problem.reason_in_anonymous': Record<never, never>
  'problem.reason_not_asked': Record<never, never>
  'problem.voter_blank': Record<never, never>
  'problem.voter_named_twice': Record<never, never>
  'problem.no_ballot_holder': Record<never, never>
  'problem.leave_other_address': Record<never, never>
  'problem.leave_choose': Record<never, never>
  'problem.changed_meanwhile': Record<never, never>
  'problem.withdrawn_meanwhile': Record<never, never>
  'data.about': Record<never, never>
  'data.anonymous': Record<never, never>
  'data.button': Record<never, never>
  'data.again': Record<never, never>
  'data.making': Record<never, never>
  'data.making_about': { done: string | number; total: string | number }
  'data.ready': Record<never, never>
  'data.ready_about': { size: string | number; until: string | number; when: string | number }
  'data.download': Record<never, never>
  'data.wait': { minutes: number }
  'archive.title': { name: string | number }
  'archive.about': { date: string | number; service: string | number }
  'archive.profile': Record<never, never>
  'archive.name': Record<never, never>
  'archive.address': Record<never, never>
  'archive.language': Record<never, never>
  'archive.time_zone': Record<never, never>
  'archive.since': Record<never, never>
  'archive.former_names': Record<never, never>
  'archive.silenced': Record<never, never>
  'archive.groups': Record<never, never>
  'archive.group_joined': { when: string | number }
  'archive.group_invited': { when: string | number }
  'archive.group_ended': { when: string | number }
  'archive.threads': Record<never, never>
  'archive.comments': Record<never, never>
  'archive.polls': Record<never, never>
  'archive.votes': Record<never, never>
  'archive.reason': Record<never, never>
  'archive.no_emails': Record<never, never>
  'archive.admin': Record<never, never>
  'archive.nothing': Record<never, never>
  'archive.keys': Record<never, never>
  'archive.sessions': Record<never, never>
  'archive.drafts': Record<never, never>
  'problems.sentence': { label: string | number; message: string | number }
  'problems.whole_sentence': { label: string | number; message: string | number }
  'problems.alone': { message: string | number }
  'problems.item': { item: number; message: string | number }
  'problems.exactly': { most: number }
  'problems.choice_exactly': { most: number; number: string | number; option: string | number }
  'problems.part': { message: string | number; name: string | number }
  'problems.label': { label: string | number }
  'problems.quote': { text: string | number }
  'entered.line': { label: string | number; message: string | number }
  'entered.sentence': { label: string | number; message: string | number }
  'entered.no_integer': Record<never, never>
  'entered.no_amount': Record<never, never>
  'entered.cost_no_integer': { text: string | number }
  'entered.no_number': Record<never, never>
  'entered.no_count': { least: number; most: number }
  'entered.out_of_range': { least: number; most: number }
  'entered.below_least': { least: number }
  'entered.not_above': { least: number; other: string }
  'entered.above_options': { most: number }
  'entered.above_other': { most: number; other: string }
  'entered.exactly': { most: number }
  'refusal.malformed_body.title': Record<never, never>
  'refusal.malformed_body.fix': Record<never, never>
  'refusal.malformed_body.no_object': Record<never, never>
  'refusal.malformed_body.multipart': Record<never, never>
  'refusal.malformed_body.file': { name: string | number }
  'refusal.malformed_body.utf8': Record<never, never>
  'refusal.malformed_body.compressed': { name: string | number }
  'refusal.malformed_body.json': Record<never, never>
  'refusal.malformed_body.json_at': { place: number }
  'refusal.malformed_body.escape': Record<never, never>
  'refusal.malformed_body.depth': { most: number }
  'refusal.malformed_body.too_many_fields': { most: number }
  'refusal.malformed_body.characters': Record<never, never>
  'refusal.malformed_request.title': Record<never, never>
  'refusal.malformed_request.fix': Record<never, never>
  'refusal.malformed_request.itself': Record<never, never>
  'refusal.malformed_request.no_http': Record<never, never>
  'refusal.malformed_request.length': Record<never, never>
  'refusal.malformed_request.address': Record<never, never>
  'refusal.malformed_request.idempotency_key': { most: number }
  'refusal.malformed_request.allow_writes': Record<never, never>
  'refusal.api_key_conflict.title': Record<never, never>
  'refusal.api_key_conflict.fix': Record<never, never>
  'refusal.api_key_conflict.two': Record<never, never>
  'refusal.api_key_missing.title': Record<never, never>
  'refusal.api_key_missing.fix': Record<never, never>
  'refusal.api_key_missing.anywhere': Record<never, never>
  'refusal.api_key_missing.header': Record<never, never>
  'refusal.api_key_missing.scheme': Record<never, never>
  'refusal.api_key_invalid.title': Record<never, never>
  'refusal.api_key_invalid.fix': Record<never, never>
  'refusal.api_key_invalid.of_group': Record<never, never>
  'refusal.api_key_invalid.of_person': { prefix: string | number }
  'refusal.api_key_expired.title': Record<never, never>
  'refusal.api_key_expired.fix': Record<never, never>
  'refusal.api_key_expired.of_group': Record<never, never>
  'refusal.api_key_revoked.title': Record<never, never>
  'refusal.api_key_revoked.fix': Record<never, never>
  'refusal.api_key_revoked.of_group': Record<never, never>
  'refusal.api_key_revoked.of_person': Record<never, never>
  'refusal.api_key_revoked.no_change': { id: string | number }
  'refusal.api_key_revoked.before': { id: string | number }
  'refusal.permission_missing.title': Record<never, never>
  'refusal.permission_missing.fix': Record<never, never>
  'refusal.permission_missing.named': { permission: string | number }
  'refusal.group_mismatch.title': Record<never, never>
  'refusal.group_mismatch.fix': Record<never, never>
  'refusal.group_mismatch.ids': { group_id: string | number; own_id: string | number }
  'refusal.admins_only.title': Record<never, never>
  'refusal.admins_only.fix': Record<never, never>
  'refusal.admins_only.itself': Record<never, never>
  'refusal.admins_only.delete': Record<never, never>
  'refusal.no_ballot.title': Record<never, never>
  'refusal.no_ballot.fix': Record<never, never>
  'refusal.no_ballot.not_given': Record<never, never>
  'refusal.not_facilitator.title': Record<never, never>
  'refusal.not_facilitator.fix': Record<never, never>
  'refusal.not_facilitator.not_yours': Record<never, never>
  'refusal.not_facilitator.signed_in': Record<never, never>
  'refusal.not_facilitator.change': Record<never, never>
  'refusal.not_facilitator.fixed_options': Record<never, never>
  'refusal.not_facilitator.no_open_link': Record<never, never>
  'refusal.other_origin.title': Record<never, never>
  'refusal.other_origin.fix': Record<never, never>
  'refusal.other_origin.form': Record<never, never>
  'refusal.other_origin.assistant': Record<never, never>
  'refusal.not_yours.title': Record<never, never>
  'refusal.not_yours.fix': Record<never, never>
  'refusal.not_yours.remove_guests': Record<never, never>
  'refusal.not_yours.remove_guests_page': Record<never, never>
  'refusal.not_yours.edit_thread': Record<never, never>
  'refusal.not_yours.delete_thread': Record<never, never>
  'refusal.not_yours.close_thread': Record<never, never>
  'refusal.not_yours.comment': Record<never, never>
  'refusal.not_yours.edit_comment': Record<never, never>
  'refusal.not_yours.delete_comment': Record<never, never>
  'refusal.not_joined.title': Record<never, never>
  'refusal.not_joined.fix': Record<never, never>
  'refusal.not_joined.invite': Record<never, never>
  'refusal.not_joined.start_polls': Record<never, never>
  'refusal.group_suspended.title': Record<never, never>
  'refusal.group_suspended.fix': Record<never, never>
  'refusal.group_suspended.by_admins': Record<never, never>
  'refusal.request_timeout.title': Record<never, never>
  'refusal.request_timeout.fix': Record<never, never>
  'refusal.request_timeout.late': Record<never, never>
  'refusal.other_person.title': Record<never, never>
  'refusal.other_person.fix': Record<never, never>
  'refusal.other_person.form': Record<never, never>
  'refusal.other_person.comment': { name: string | number }
  'refusal.other_person.comment_signed_in': { name: string | number; viewer: string | number }
  'refusal.thread_closed.title': Record<never, never>
  'refusal.thread_closed.fix': Record<never, never>
  'refusal.thread_closed.comments': Record<never, never>
  'refusal.thread_closed.polls': Record<never, never>
  'refusal.thread_closed.stays': Record<never, never>
  'refusal.thread_closed.before': Record<never, never>
  'refusal.thread_open.title': Record<never, never>
  'refusal.thread_open.fix': Record<never, never>
  'refusal.thread_open.open': Record<never, never>
  'refusal.comment_deleted.title': Record<never, never>
  'refusal.comment_deleted.fix': Record<never, never>
  'refusal.comment_deleted.deleted': Record<never, never>
  'refusal.comment_deleted.answered': Record<never, never>
  'refusal.not_found.title': Record<never, never>
  'refusal.not_found.fix': Record<never, never>
  'refusal.not_found.record': Record<never, never>
  'refusal.not_found.address': Record<never, never>
  'refusal.not_found.call': Record<never, never>
  'refusal.not_found.group_handle': { handle: string | number }
  'refusal.not_found.api_key': { id: string | number }
  'refusal.not_found.webhook': { id: string | number }
  'refusal.not_found.mail': { id: string | number }
  'refusal.not_found.subject_of_mail': Record<never, never>
  'refusal.not_found.person': Record<never, never>
  'refusal.not_found.member': { email: string | number; handle: string | number }
  'refusal.not_found.session': Record<never, never>
  'refusal.not_found.feed': Record<never, never>
  'refusal.not_found.events': { program: string | number }
  'refusal.not_offered.title': Record<never, never>
  'refusal.not_offered.fix': Record<never, never>
  'refusal.not_offered.search': Record<never, never>
  'refusal.not_offered.reports': Record<never, never>
  'refusal.not_offered.accounts': Record<never, never>
  'refusal.not_offered.call': { method: string | number }
  'refusal.method_not_allowed.title': Record<never, never>
  'refusal.method_not_allowed.fix': Record<never, never>
  'refusal.method_not_allowed.only': { list: readonly string[]; method: string | number }
  'refusal.poll_closed.title': Record<never, never>
  'refusal.poll_closed.fix': Record<never, never>
  'refusal.poll_closed.not_open': Record<never, never>
  'refusal.poll_closed.voting': Record<never, never>
  'refusal.poll_closed.closed': Record<never, never>
  'refusal.poll_closed.stays': Record<never, never>
  'refusal.poll_closed.closed_at': { at: Date }
  'refusal.poll_not_open.title': Record<never, never>
  'refusal.poll_not_open.fix': Record<never, never>
  'refusal.poll_not_open.not_open': Record<never, never>
  'refusal.poll_not_open.draft': Record<never, never>
  'refusal.poll_not_open.draft_page': Record<never, never>
  'refusal.poll_not_draft.title': Record<never, never>
  'refusal.poll_not_draft.fix': Record<never, never>
  'refusal.poll_not_draft.opened': Record<never, never>
  'refusal.poll_not_draft.open': { until: string | number }
  'refusal.poll_not_draft.closed': Record<never, never>
  'refusal.poll_not_closed.title': Record<never, never>
  'refusal.poll_not_closed.fix': Record<never, never>
  'refusal.poll_not_closed.not_closed': Record<never, never>
  'refusal.poll_not_closed.open': Record<never, never>
  'refusal.poll_anonymous.title': Record<never, never>
  'refusal.poll_anonymous.fix': Record<never, never>
  'refusal.poll_anonymous.options': Record<never, never>
  'refusal.poll_anonymous.voters': Record<never, never>
  'refusal.poll_anonymous.signed': Record<never, never>
  'refusal.poll_anonymous.ballots': Record<never, never>
  'refusal.poll_anonymous.who_voted': Record<never, never>
  'refusal.poll_anonymous.copied_links': Record<never, never>
  'refusal.ballot_not_cast.title': Record<never, never>
  'refusal.ballot_not_cast.fix': Record<never, never>
  'refusal.ballot_not_cast.not_cast': Record<never, never>
  'refusal.ballot_of_voter.title': Record<never, never>
  'refusal.ballot_of_voter.fix': Record<never, never>
  'refusal.ballot_of_voter.of_voter': Record<never, never>
  'refusal.poll_sealed.title': Record<never, never>
  'refusal.poll_sealed.fix': Record<never, never>
  'refusal.poll_sealed.itself': Record<never, never>
  'refusal.poll_sealed.page': Record<never, never>
  'refusal.reminded_lately.title': Record<never, never>
  'refusal.reminded_lately.fix': Record<never, never>
  'refusal.reminded_lately.hours': { hours: number }
  'refusal.last_admin.title': Record<never, never>
  'refusal.last_admin.fix': Record<never, never>
  'refusal.last_admin.last': Record<never, never>
  'refusal.last_admin.of_groups': { count: number; names: readonly string[] }
  'refusal.import_running.title': Record<never, never>
  'refusal.import_running.fix': Record<never, never>
  'refusal.import_running.erase': Record<never, never>
  'refusal.has_admin.title': Record<never, never>
  'refusal.has_admin.fix': Record<never, never>
  'refusal.has_admin.meanwhile': Record<never, never>
  'refusal.invitation_open.title': Record<never, never>
  'refusal.invitation_open.fix': Record<never, never>
  'refusal.invitation_open.no_admin': Record<never, never>
  'refusal.own_name.title': Record<never, never>
  'refusal.own_name.fix': Record<never, never>
  'refusal.own_name.has_one': Record<never, never>
  'refusal.joined_already.title': Record<never, never>
  'refusal.joined_already.fix': Record<never, never>
  'refusal.joined_already.joined': Record<never, never>
  'refusal.nothing_to_restore.title': Record<never, never>
  'refusal.nothing_to_restore.fix': Record<never, never>
  'refusal.nothing_to_restore.member': { email: string | number; handle: string | number }
  'refusal.webhook_disabled.title': Record<never, never>
  'refusal.webhook_disabled.fix': Record<never, never>
  'refusal.webhook_disabled.off': Record<never, never>
  'refusal.webhook_test_running.title': Record<never, never>
  'refusal.webhook_test_running.fix': Record<never, never>
  'refusal.webhook_test_running.running': Record<never, never>
  'refusal.idempotency_in_flight.title': Record<never, never>
  'refusal.idempotency_in_flight.fix': Record<never, never>
  'refusal.idempotency_in_flight.itself': Record<never, never>
  'refusal.precondition_failed.title': Record<never, never>
  'refusal.precondition_failed.fix': Record<never, never>
  'refusal.precondition_failed.changed': Record<never, never>
  'refusal.body_too_large.title': Record<never, never>
  'refusal.body_too_large.fix': Record<never, never>
  'refusal.body_too_large.size': Record<never, never>
  'refusal.unsupported_media_type.title': Record<never, never>
  'refusal.unsupported_media_type.fix': Record<never, never>
  'refusal.unsupported_media_type.types': Record<never, never>
  'refusal.unsupported_media_type.form': Record<never, never>
  'refusal.invalid.title': Record<never, never>
  'refusal.invalid.fix': Record<never, never>
  'refusal.idempotency_key_reuse.title': Record<never, never>
  'refusal.idempotency_key_reuse.fix': Record<never, never>
  'refusal.would_empty_group.title': Record<never, never>
  'refusal.would_empty_group.fix': Record<never, never>
  'refusal.would_remove_last_admin.title': Record<never, never>
  'refusal.would_remove_last_admin.fix': Record<never, never>
  'refusal.invites_limited.title': Record<never, never>
  'refusal.invites_limited.fix': Record<never, never>
  'refusal.too_many_attempts.title': Record<never, never>
  'refusal.too_many_attempts.fix': Record<never, never>
  'refusal.too_many_attempts.wait': { minutes: number }
  'refusal.rate_limited.title': Record<never, never>
  'refusal.rate_limited.fix': Record<never, never>
  'refusal.rate_limited.requests': { limit: number; seconds: number }
  'refusal.rate_limited.pages': Record<never, never>
  'refusal.headers_too_large.title': Record<never, never>
  'refusal.headers_too_large.fix': Record<never, never>
  'refusal.headers_too_large.size': Record<never, never>
  'refusal.internal.title': Record<never, never>
  'refusal.internal.fix': Record<never, never>
  'refusal.internal.unchanged': Record<never, never>
  'refusal.unavailable.title': Record<never, never>
  'refusal.unavailable.fix': Record<never, never>
  'refusal.unavailable.database': Record<never, never>
  'refusal.no_writes.title': Record<never, never>
  'refusal.no_writes.fix': Record<never, never>
  'refusal.no_writes.cause': { cause: 'full' | 'read_only' | 'told'; told: string | number }
  'refusal.newer_schema.title': Record<never, never>
  'refusal.newer_schema.fix': Record<never, never>
  'refusal.newer_schema.schemas': { known: string | number; schema: string | number }
  'page.skip': Record<never, never>
  'page.your_account': Record<never, never>
  'page.sign_in': Record<never, never>
  'page.sign_out': Record<never, never>
  'page.about_service': Record<never, never>
  'page.help': Record<never, never>
  'page.http_interface': Record<never, never>
  'page.copy_all_links': Record<never, never>
  'page.no_links_left': Record<never, never>
  'page.links_made': { count: number }
  'page.links_for': { names: readonly string[] }
  'page.links_for_more': { list: readonly string[]; more: number }
  'page.links_secret': Record<never, never>
  'page.links': Record<never, never>
  'page.links_one_by_one': Record<never, never>
  'page.copy_to_clipboard': Record<never, never>
  'page.links_first': { most: number }
  'page.copy_next_links': { most: number }
  'page.qr_and_sheet': Record<never, never>
  'page.copy_link': Record<never, never>
  'page.copy': Record<never, never>
  'page.close': Record<never, never>
  'page.copied': Record<never, never>
  'page.selected_to_copy': Record<never, never>
  'page.breadcrumb': Record<never, never>
  'page.history_pages': Record<never, never>
  'page.newest_texts': Record<never, never>
  'page.earlier_texts': Record<never, never>
  'page.theme': Record<never, never>
  'page.theme_system': Record<never, never>
  'page.theme_light': Record<never, never>
  'page.theme_dark': Record<never, never>
  'page.people_mailed': { people: number }
  'page.names_left_out': { count: number }
  'page.list_pages': Record<never, never>
  'page.previous_page': Record<never, never>
  'page.next_page': Record<never, never>
  'page.older': Record<never, never>
  'page.welcome': Record<never, never>
  'page.welcome_heading': Record<never, never>
  'page.welcome_about': Record<never, never>
  'page.if_invited': Record<never, never>
  'page.if_invited_about': Record<never, never>
  'page.if_invited_about_unsent': Record<never, never>
  'page.if_programmer': Record<never, never>
  'page.if_programmer_about': { link: Wrapped }
  'page.running': Record<never, never>
  'page.no_group_yet': Record<never, never>
  'page.setup_link': Record<never, never>
  'page.home': Record<never, never>
  'page.waiting_for_vote': Record<never, never>
  'page.waits_for_vote': Record<never, never>
  'page.waiting_for_first_option': Record<never, never>
  'page.nothing_to_vote_on': Record<never, never>
  'page.as_guest': Record<never, never>
  'page.poll_in': { group: string | number; type: string | number }
  'page.closes': { distance: string | number; when: string | number }
  'page.closed': { distance: string | number; when: string | number }
  'page.more_waiting': Record<never, never>
  'page.options_added': Record<never, never>
  'page.nothing_waits': { group: string | number }
  'page.only_invited': { group: string | number }
  'page.no_group': { address: string | number }
  'page.request_waits': { group: string | number }
  'page.your_requests': { count: number }
  'page.no_open_thread': { link: Wrapped }
  'page.new': Record<never, never>
  'page.some_new': { count: number }
  'page.your_groups': { count: number }
  'page.open_to_join': Record<never, never>
  'page.group_suspended': Record<never, never>
  'page.only_suspended': Record<never, never>
  'page.list_ended': Record<never, never>
  'page.newest': Record<never, never>
  'page.send_again': Record<never, never>
  'page.back_to_poll': Record<never, never>
  'page.back_to_thread': Record<never, never>
  'page.back_to_group': Record<never, never>
  'page.updated': Record<never, never>
  'page.offline': Record<never, never>
  'page.unreached': Record<never, never>
  'page.kept': Record<never, never>
  'app.offline': Record<never, never>
  'app.offline_about': Record<never, never>
  'app.try_again': Record<never, never>
  'push_kind.group_invitation': Record<never, never>
  'push_kind.thread_invitation': Record<never, never>
  'push_kind.vote_invitation': Record<never, never>
  'push_kind.announcement': Record<never, never>
  'push_kind.closing_soon': Record<never, never>
  'push_kind.poll_closed': Record<never, never>
  'push_kind.mention': Record<never, never>
  'push_kind.comment_reply': Record<never, never>
  'push_kind.thread_comment': Record<never, never>
  'push_kind.outcome': Record<never, never>
  'push_kind.outcome_review': Record<never, never>
  'push_kind.meeting_cancelled': Record<never, never>
  'push_kind.outcome_withdrawn': Record<never, never>
  'push_kind.webhook_disabled': Record<never, never>
  'push_kind.key_ending': Record<never, never>
  'push_kind.join_request': Record<never, never>
  'push_kind.join_answer': Record<never, never>
  'push_kind.join_flood': Record<never, never>
  'form.faults': Record<never, never>
  'form.changed_meanwhile': { link: Wrapped }
  'form.title': Record<never, never>
  'form.name': Record<never, never>
  'form.description': Record<never, never>
  'form.details': Record<never, never>
  'form.text': Record<never, never>
  'form.reason': Record<never, never>
  'form.outcome': Record<never, never>
  'form.options': Record<never, never>
  'form.addresses': Record<never, never>
  'form.address_example': Record<never, never>
  'form.message': Record<never, never>
  'form.your_name': Record<never, never>
  'form.change_your_name': { name: string | number }
  'form.name_in_account': { link: Wrapped }
  'form.zone_everywhere': Record<never, never>
  'form.zone_africa': Record<never, never>
  'form.zone_america': Record<never, never>
  'form.zone_antarctica': Record<never, never>
  'form.zone_arctic': Record<never, never>
  'form.zone_asia': Record<never, never>
  'form.zone_atlantic': Record<never, never>
  'form.zone_australia': Record<never, never>
  'form.zone_europe': Record<never, never>
  'form.zone_indian': Record<never, never>
  'form.zone_pacific': Record<never, never>
  'form.zone_so_far': Record<never, never>
  'form.your_email': Record<never, never>
  'form.your_time_zone': Record<never, never>
  'form.save': Record<never, never>
  'form.cannot_be_undone': Record<never, never>
  'form.the_box': Record<never, never>
  'problem_page.what_you_wrote': Record<never, never>
  'problem_page.how_to_send_again': Record<never, never>
  'problem_page.send_again': Record<never, never>
  'problem_page.open_form': Record<never, never>
  'problem_page.nothing_here': Record<never, never>
  'problem_page.stranger_title': Record<never, never>
  'problem_page.vote_link_title': Record<never, never>
  'problem_page.join_link_title': Record<never, never>
  'problem_page.link_about': Record<never, never>
  'problem_page.stranger_about': Record<never, never>
  'problem_page.if_invited': Record<never, never>
  'problem_page.if_invited_unsent': Record<never, never>
  'problem_page.not_recorded': Record<never, never>
  'problem_page.stranger_sent': Record<never, never>
  'problem_page.link_put_away_sent': Record<never, never>
  'problem_page.cannot_see': Record<never, never>
  'problem_page.check_address': Record<never, never>
  'problem_page.not_yours': Record<never, never>
  'problem_page.to_groups': Record<never, never>
  'problem_page.other_address': Record<never, never>
  'deleted.poll': Record<never, never>
  'deleted.poll_at': { time: NamedTime }
  'deleted.poll_by': { name: string | number; time: NamedTime }
  'deleted.thread': Record<never, never>
  'deleted.thread_at': { time: NamedTime }
  'deleted.thread_by': { name: string | number; time: NamedTime }
  'deleted.group': Record<never, never>
  'deleted.group_at': { time: NamedTime }
  'problem_page.in_log': { id: string | number }
  'visit.no_email_line': { link: Wrapped }
  'visit.no_email': { waiting: number }
  'visit.no_email_until': { link: Wrapped; setting: string | number }
  'visit.copy_links_not_joined': Record<never, never>
  'visit.copy_links_one_by_one': Record<never, never>
  'visit.copy_links_not_voted': Record<never, never>
  'group.pages': Record<never, never>
  'group.tab_general': Record<never, never>
  'group.tab_threads': Record<never, never>
  'group.tab_polls': Record<never, never>
  'group.tab_decisions': Record<never, never>
  'group.tab_overview': Record<never, never>
  'group.demo_made': { group: string | number }
  'group.tab_history': Record<never, never>
  'group.tab_members': Record<never, never>
  'group.tab_outbox': Record<never, never>
  'group.tab_settings': Record<never, never>
  'group.tab_api_keys': Record<never, never>
  'group.tab_webhooks': Record<never, never>
  'group.invite': Record<never, never>
  'group.start_thread': Record<never, never>
  'group.start_poll': Record<never, never>
  'group.set_up_email': Record<never, never>
  'group.set_language': Record<never, never>
  'group.first_steps': Record<never, never>
  'group.step_done': { step: string | number }
  'group.email_untried': { step: string | number }
  'group.email_refused': { step: string | number }
  'group.mails_refused_line': { link: Wrapped }
  'group.mails_given_up_line': { error: string | number; link: Wrapped }
  'group.mails_left_line': { link: Wrapped }
  'group.polls_open': Record<never, never>
  'group.no_polls_open': Record<never, never>
  'group.polls_draft': Record<never, never>
  'group.no_polls_draft': Record<never, never>
  'group.begun_polls': Record<never, never>
  'group.begun_about': { days: number }
  'group.begun_untitled': Record<never, never>
  'group.poll_begun': { type: string | number; when: string | number }
  'group.poll_begun_in': { thread: string | number; type: string | number; when: string | number }
  'group.polls_closed': Record<never, never>
  'group.no_polls_closed': Record<never, never>
  'group.new_thread': Record<never, never>
  'group.new_poll': Record<never, never>
  'group.no_thread_start': Record<never, never>
  'group.which_polls': Record<never, never>
  'group.no_decisions': Record<never, never>
  'group.open_polls': Record<never, never>
  'group.closed_polls': Record<never, never>
  'group.other_closed_polls': Record<never, never>
  'group.all_open_polls': Record<never, never>
  'group.all_threads': Record<never, never>
  'group.all_decisions': Record<never, never>
  'group.all_drafts': Record<never, never>
  'group.all_closed_polls': Record<never, never>
  'group.no_thread': Record<never, never>
  'group.all_members': Record<never, never>
  'group.subgroups': Record<never, never>
  'group.part_of': { group: string | number }
  'group.follow_feed': Record<never, never>
  'leaving.title': Record<never, never>
  'leaving.sees_nothing': Record<never, never>
  'leaving.sees_public': Record<never, never>
  'leaving.about': Record<never, never>
  'leaving.subgroups': { names: readonly string[] }
  'leaving.confirm': { group: string | number }
  'leaving.only_admin': Record<never, never>
  'leaving.done': Record<never, never>
  'group.thread_started': { author: string | number; when: string | number }
  'group.thread_active': { author: string | number; when: string | number }
  'group.closed_thread_started': { author: string | number; when: string | number }
  'group.closed_thread_active': { author: string | number; when: string | number }
  'group.poll_draft': { author: string | number; type: string | number }
  'group.poll_open': { type: string | number; voted: number; voters: number; when: string | number }
  'group.poll_closed': { type: string | number; voted: number; voters: number; when: string | number }
  'group.members': { joined: number }
  'group.members_and_invited': { invited: number; joined: number }
  'group.description_hint': Record<never, never>
  'group.address_stays': { handle: string | number }
  'group.new_subgroup': Record<never, never>
  'group.subgroup_about': Record<never, never>
  'group.create_subgroup': Record<never, never>
  'sign_in.group_name': Record<never, never>
  'sign_in.handle': Record<never, never>
  'sign_in.set_up': Record<never, never>
  'sign_in.first_start': Record<never, never>
  'sign_in.make_first_group': Record<never, never>
  'sign_in.first_group': Record<never, never>
  'sign_in.already_set_up': Record<never, never>
  'sign_in.already_set_up_about': Record<never, never>
  'sign_in.setup_link_done': Record<never, never>
  'sign_in.demo': Record<never, never>
  'sign_in.demo_hint': Record<never, never>
  'sign_in.make_group': Record<never, never>
  'sign_in.group_name_hint': Record<never, never>
  'sign_in.handle_hint': Record<never, never>
  'sign_in.email_hint': Record<never, never>
  'sign_in.too_many': Record<never, never>
  'sign_in.check_mail': Record<never, never>
  'sign_in.mail_sent': { address: string | number; minutes: number }
  'sign_in.mails_delayed': Record<never, never>
  'sign_in.code': Record<never, never>
  'sign_in.code_hint': Record<never, never>
  'sign_in.no_mail': { link: Wrapped }
  'sign_in.no_mail_server': Record<never, never>
  'sign_in.ask_operator': Record<never, never>
  'sign_in.open_here': Record<never, never>
  'sign_in.code_expired': Record<never, never>
  'sign_in.code_works': { minutes: number }
  'sign_in.code_used_up': { most: number }
  'sign_in.ask_again': Record<never, never>
  'sign_in.send_again': Record<never, never>
  'sign_in.sign_in_as': { address: string | number }
  'sign_in.stays': Record<never, never>
  'sign_in.replaces': { address: string | number; you: string | number }
  'sign_in.not_you': Record<never, never>
  'sign_in.link_expired': Record<never, never>
  'sign_in.link_works': { minutes: number }
  'sign_in.how': Record<never, never>
  'sign_in.how_unsent': Record<never, never>
  'sign_in.send_mail': Record<never, never>
  'sign_in.by_link': { link: Wrapped }
  'sign_in.by_link_unsent': { link: Wrapped }
  'sso.with': { provider: string | number }
  'sso.or_by_mail': Record<never, never>
  'sso.going': { provider: string | number }
  'sso.go_on': Record<never, never>
  'sso.not_signed_in': Record<never, never>
  'sso.not_linked': Record<never, never>
  'sso.other_ways': Record<never, never>
  'sso.only_links': Record<never, never>
  'sso.operator': { command: string | number }
  'sso.to_sign_in': Record<never, never>
  'sso.logins': Record<never, never>
  'sso.logins_about': Record<never, never>
  'sso.link': { provider: string | number }
  'sso.linked_since': { when: string | number }
  'sso.last_way': Record<never, never>
  'sso.remove': Record<never, never>
  'sso.remove_named': { provider: string | number }
  'sso.join_sent': { address: string | number; minutes: number; provider: string | number }
  'sso.join_unsent': { address: string | number; provider: string | number }
  'sso.join_button': Record<never, never>
  'sso.join_no_mail': Record<never, never>
  'sso.join_over': { minutes: number }
  'sso_fault.away': { provider: string | number }
  'sso_fault.denied': { provider: string | number }
  'sso_fault.over': Record<never, never>
  'sso_fault.untrue': { provider: string | number }
  'sso_fault.no_address': { provider: string | number }
  'sso_fault.taken': { provider: string | number }
  'sso_fault.elsewhere': { provider: string | number }
  'sso_fault.another': { provider: string | number }
  'sso_fault.signed_out': { provider: string | number }
  'sso_fault.not_theirs': { provider: string | number }
  'sso_fault.not_again': { provider: string | number }
  'again.title': Record<never, never>
  'again.about': { minutes: number }
  'again.about_no_logins': { minutes: number }
  'again.mail_to': { address: string | number }
  'again.kept': Record<never, never>
  'again.after_link': Record<never, never>
  'again.no_way': Record<never, never>
  'again.nothing_changed': Record<never, never>
  'again.retry': Record<never, never>
  'account.unknown_browser': Record<never, never>
  'account.browser_on': { browser: string | number; system: string | number }
  'account.changed_meanwhile': { link: Wrapped }
  'account.done_profile': Record<never, never>
  'account.namesake': { groups: string | number; mark: string | number }
  'account.done_mails': Record<never, never>
  'account.done_session': Record<never, never>
  'account.done_others': Record<never, never>
  'account.done_feed': Record<never, never>
  'account.done_push': Record<never, never>
  'account.done_push_off': Record<never, never>
  'account.done_push_kinds': Record<never, never>
  'account.push': Record<never, never>
  'account.push_about': Record<never, never>
  'account.push_on': Record<never, never>
  'account.push_off': Record<never, never>
  'account.push_blocked': Record<never, never>
  'account.push_unable': Record<never, never>
  'account.push_failed': Record<never, never>
  'account.push_kinds': Record<never, never>
  'account.save_push': Record<never, never>
  'account.service': Record<never, never>
  'account.see_status': { link: Wrapped }
  'account.your_data': Record<never, never>
  'account.take_data': Record<never, never>
  'account.change_address': Record<never, never>
  'account.change_address_about': Record<never, never>
  'account.done_address': Record<never, never>
  'passkeys.title': Record<never, never>
  'passkeys.yours': Record<never, never>
  'passkeys.about': Record<never, never>
  'passkeys.none': Record<never, never>
  'passkeys.added_on': { when: string | number }
  'passkeys.used_on': { when: string | number }
  'passkeys.never_used': Record<never, never>
  'passkeys.backed_up': Record<never, never>
  'passkeys.change': Record<never, never>
  'passkeys.change_named': { name: string | number }
  'passkeys.remove': Record<never, never>
  'passkeys.remove_about': Record<never, never>
  'passkeys.new': Record<never, never>
  'passkeys.name_hint': Record<never, never>
  'passkeys.needs_script': Record<never, never>
  'passkeys.needs_https': Record<never, never>
  'passkeys.full': { count: number }
  'passkeys.done_added': Record<never, never>
  'passkeys.done_named': Record<never, never>
  'passkeys.done_removed': Record<never, never>
  'passkeys.sign_in': Record<never, never>
  'passkeys.over': Record<never, never>
  'passkeys.unknown': Record<never, never>
  'passkeys.wrong': Record<never, never>
  'passkeys.not_theirs': Record<never, never>
  'passkeys.known': Record<never, never>
  'passkeys.failed': Record<never, never>
  'account.done_login': Record<never, never>
  'account.done_login_removed': Record<never, never>
  'account.done_login_kept': Record<never, never>
  'account.take_data_about': Record<never, never>
  'account.leave': Record<never, never>
  'account.leave_about': Record<never, never>
  'leave.about': Record<never, never>
  'leave.take_first': { link: Wrapped }
  'leave.votes': Record<never, never>
  'leave.polls': Record<never, never>
  'leave.mentions': Record<never, never>
  'leave.copies': Record<never, never>
  'leave.address': Record<never, never>
  'leave.writings': Record<never, never>
  'leave.keep': Record<never, never>
  'leave.erase': Record<never, never>
  'leave.erase_hint': Record<never, never>
  'leave.confirm': Record<never, never>
  'leave.button': Record<never, never>
  'leave.not_left': Record<never, never>
  'leave.done': Record<never, never>
  'leave.done_about': Record<never, never>
  'address.about': Record<never, never>
  'address.about_unsent': Record<never, never>
  'address.new': Record<never, never>
  'address.send': Record<never, never>
  'address.sent': { address: string | number; minutes: number }
  'address.ask_operator': Record<never, never>
  'address.no_mail_server': Record<never, never>
  'address.confirm': Record<never, never>
  'address.no_mail': { link: Wrapped }
  'address.over': { address: string | number }
  'address.code_used_up': { most: number }
  'account.name_hint': Record<never, never>
  'account.time_zone': Record<never, never>
  'account.time_zone_hint': Record<never, never>
  'account.language': Record<never, never>
  'page.language': { name: string | number }
  'page.unnamed_person': Record<never, never>
  'page.former_member': Record<never, never>
  'page.guest_mark': Record<never, never>
  'account.language_hint': Record<never, never>
  'account.save_details': Record<never, never>
  'account.mails': Record<never, never>
  'account.mails_about': Record<never, never>
  'account.mails_of': Record<never, never>
  'account.save_mails': Record<never, never>
  'account.signed_in_on': Record<never, never>
  'account.sign_out_others': Record<never, never>
  'access.title': Record<never, never>
  'access.link_about': Record<never, never>
  'access.about': Record<never, never>
  'access.ends': Record<never, never>
  'access.browsers': Record<never, never>
  'access.feeds': Record<never, never>
  'access.keys': Record<never, never>
  'access.links': Record<never, never>
  'access.stays': { account: Wrapped; passkeys: Wrapped }
  'access.stays_passkeys': { passkeys: Wrapped }
  'access.group_keys': Record<never, never>
  'access.done': Record<never, never>
  'account.this_browser': Record<never, never>
  'account.since': { when: string | number }
  'account.sign_out_browser': { browser: string | number }
  'account.feed': Record<never, never>
  'account.feed_secret': Record<never, never>
  'account.calendar': Record<never, never>
  'account.calendar_secret': Record<never, never>
  'account.open_calendar': Record<never, never>
  'account.feed_of': { group: string | number }
  'account.feed_about': Record<never, never>
  'account.make_address': Record<never, never>
  'account.make_new_address': Record<never, never>
  'account.old_address_ends': Record<never, never>
  'account.calendar_and_feeds': Record<never, never>
  'account.calendar_about': Record<never, never>
  'account.make_calendar': Record<never, never>
  'account.make_new_calendar': Record<never, never>
  'account.address_made': { when: string | number }
  'account.end_address_of': { name: string | number }
  'account.end_address': Record<never, never>
  'account.copy_address': Record<never, never>
  'account.address_ready': Record<never, never>
  'account.address': Record<never, never>
  'account.what_name': Record<never, never>
  'account.name_about': Record<never, never>
  'account.save_name': Record<never, never>
  'account.not_now': Record<never, never>
  'account.mails_from': { group: string | number }
  'account.mails_to': { person: string | number }
  'account.mails_stopped': Record<never, never>
  'account.no_more_mails': { group: string | number; person: string | number }
  'account.mails_tell': { person: string | number }
  'account.mails_tell_guest': { person: string | number }
  'account.resume_mails': Record<never, never>
  'account.stop_mails': Record<never, never>
  'account.link_invalid': Record<never, never>
  'account.link_invalid_about': Record<never, never>
  'member.admin': Record<never, never>
  'member.unnamed': { address: string | number; name: string | number }
  'member.address': Record<never, never>
  'member.role': Record<never, never>
  'member.tab_invited': Record<never, never>
  'member.tab_removed': Record<never, never>
  'member.invited': Record<never, never>
  'member.joined': Record<never, never>
  'member.removed': Record<never, never>
  'member.left': Record<never, never>
  'member.withdrawn': Record<never, never>
  'member.role_with_title': { role: string | number; title: string | number }
  'member.was_removed': Record<never, never>
  'member.has_left': Record<never, never>
  'member.was_withdrawn': Record<never, never>
  'member.role_admin': Record<never, never>
  'member.role_invited': Record<never, never>
  'member.role_member': Record<never, never>
  'member.name_about': Record<never, never>
  'member.name': Record<never, never>
  'member.name_given': { person: string | number; when: string | number }
  'member.name_typed': { when: string | number }
  'member.somebody': Record<never, never>
  'member.name_here': Record<never, never>
  'member.name_hint': Record<never, never>
  'member.save_name': Record<never, never>
  'member.title': Record<never, never>
  'member.title_hint': Record<never, never>
  'member.save_title': Record<never, never>
  'member.admins_can': Record<never, never>
  'member.admins_run_service': Record<never, never>
  'member.stops_service': Record<never, never>
  'member.confirm_service': { name: string | number }
  'member.make_member': Record<never, never>
  'member.confirm_regular': Record<never, never>
  'member.done_regular': Record<never, never>
  'member.make_admin': Record<never, never>
  'member.invite_again': Record<never, never>
  'member.no_emails': Record<never, never>
  'member.copy_link': Record<never, never>
  'member.withdraw_heading': Record<never, never>
  'member.remove_heading': Record<never, never>
  'member.removed_sees_nothing': Record<never, never>
  'member.removed_sees_public': Record<never, never>
  'member.remove_about': Record<never, never>
  'member.withdraw_about': Record<never, never>
  'member.confirm_withdraw': Record<never, never>
  'member.confirm_remove': { name: string | number }
  'member.withdraw': Record<never, never>
  'member.done_withdrawn': Record<never, never>
  'member.withdrawn_before': Record<never, never>
  'member.remove': Record<never, never>
  'member.done_removed': Record<never, never>
  'member.removed_before': Record<never, never>
  'member.left_before': Record<never, never>
  'member.restore_about': Record<never, never>
  'member.restore_admin': { name: string | number }
  'member.restore': { name: string | number }
  'member.reinvite_about': Record<never, never>
  'member.reinvite': Record<never, never>
  'member.done_restored': Record<never, never>
  'member.link_made': Record<never, never>
  'member.link_about': Record<never, never>
  'member.invitation_for': { name: string | number }
  'member.back_to_invitations': Record<never, never>
  'member.none_joined': Record<never, never>
  'member.none_invited': Record<never, never>
  'member.none_removed': Record<never, never>
  'member.links_heading': Record<never, never>
  'member.which_people': Record<never, never>
  'member.copy_links_about': Record<never, never>
  'member.were_invited': { invited: number }
  'member.each_gets_mail': { invited: number }
  'member.removed_ago': { when: string | number }
  'member.left_ago': { when: string | number }
  'member.withdrawn_ago': { when: string | number }
  'member.invited_ago': { when: string | number }
  'member.email_refused': { error: string | number; link: Wrapped }
  'member.email_retried': { error: string | number; link: Wrapped }
  'member.not_delivered': Record<never, never>
  'member.not_delivered_steps': Record<never, never>
  'member.not_delivered_yet': Record<never, never>
  'member.not_delivered_yet_steps': Record<never, never>
  'member.manage_person': { person: string | number }
  'member.manage': Record<never, never>
  'member.find': Record<never, never>
  'member.find_name': Record<never, never>
  'history.about': Record<never, never>
  'history.nothing': Record<never, never>
  'history.nothing_here': Record<never, never>
  'history.deleted': Record<never, never>
  'history.by_key': { name: string | number }
  'history.other': { actor: string | number; what: string | number }
  'history.membership_created': { actor: string | number; subject: string | number }
  'history.membership_created_alone': { subject: string | number }
  'history.membership_removed': { actor: string | number; subject: string | number }
  'history.membership_removed_alone': { subject: string | number }
  'history.membership_withdrawn': { actor: string | number; subject: string | number }
  'history.membership_withdrawn_alone': { subject: string | number }
  'history.membership_left': { actor: string | number }
  'history.member_joined': { actor: string | number }
  'history.member_joined_alone': Record<never, never>
  'history.new_discussion': { actor: string | number; subject: string | number }
  'history.new_discussion_alone': { subject: string | number }
  'history.discussion_edited': { actor: string | number; subject: string | number }
  'history.discussion_edited_alone': { subject: string | number }
  'history.discussion_closed': { actor: string | number; subject: string | number }
  'history.discussion_closed_alone': { subject: string | number }
  'history.discussion_reopened': { actor: string | number; subject: string | number }
  'history.discussion_reopened_alone': { subject: string | number }
  'history.discussion_discarded': { actor: string | number }
  'history.discussion_discarded_alone': Record<never, never>
  'history.poll_created': { actor: string | number; subject: string | number }
  'history.poll_created_alone': { subject: string | number }
  'history.poll_drafted': { actor: string | number; subject: string | number }
  'history.poll_drafted_alone': { subject: string | number }
  'history.poll_opened': { actor: string | number; subject: string | number }
  'history.poll_opened_alone': { subject: string | number }
  'history.poll_edited': { actor: string | number; subject: string | number }
  'history.poll_edited_alone': { subject: string | number }
  'history.poll_expired': { actor: string | number; subject: string | number }
  'history.poll_expired_alone': { subject: string | number }
  'history.poll_closed_by_user': { actor: string | number; subject: string | number }
  'history.poll_closed_by_user_alone': { subject: string | number }
  'history.poll_reopened': { actor: string | number; subject: string | number }
  'history.poll_reopened_alone': { subject: string | number }
  'history.poll_discarded': { actor: string | number }
  'history.poll_discarded_alone': Record<never, never>
  'history.outcome_created': { actor: string | number; subject: string | number }
  'history.outcome_created_alone': { subject: string | number }
  'history.outcome_updated': { actor: string | number; subject: string | number }
  'history.outcome_updated_alone': { subject: string | number }
  'history.outcome_withdrawn': { actor: string | number; subject: string | number }
  'history.outcome_withdrawn_alone': { subject: string | number }
  'history.webhook_disabled': { actor: string | number; subject: string | number }
  'history.webhook_disabled_alone': { subject: string | number }
  'history.key_made': { actor: string | number; subject: string | number }
  'history.key_made_alone': { subject: string | number }
  'history.key_revoked': { actor: string | number; subject: string | number }
  'history.key_revoked_alone': { subject: string | number }
  'history.webhook_made': { actor: string | number; subject: string | number }
  'history.webhook_made_alone': { subject: string | number }
  'history.group_imported': { actor: string | number }
  'history.group_imported_alone': Record<never, never>
  'history.group_edited': { actor: string | number }
  'history.group_edited_alone': Record<never, never>
  'history.admin_added': { actor: string | number; subject: string | number }
  'history.admin_added_alone': { subject: string | number }
  'history.admin_removed': { actor: string | number; subject: string | number }
  'history.admin_removed_alone': { subject: string | number }
  'history.admin_resigned': { actor: string | number }
  'history.member_titled': { actor: string | number; subject: string | number }
  'history.member_titled_alone': { subject: string | number }
  'history.member_named': { actor: string | number; subject: string | number }
  'history.member_named_alone': { subject: string | number }
  'history.membership_restored': { actor: string | number; subject: string | number }
  'history.membership_restored_alone': { subject: string | number }
  'history.membership_readmitted': { actor: string | number; subject: string | number }
  'history.membership_readmitted_alone': { subject: string | number }
  'history.invitation_copied': { actor: string | number; subject: string | number }
  'history.invitation_copied_alone': { subject: string | number }
  'history.invitations_copied': { actor: string | number }
  'history.invitations_copied_alone': Record<never, never>
  'history.ballot_links_copied': { actor: string | number; subject: string | number }
  'history.ballot_links_copied_alone': { subject: string | number }
  'history.mailed_link_copied': { actor: string | number; subject: string | number }
  'history.mailed_link_copied_alone': { subject: string | number }
  'history.mailed_link_copied_of': { actor: string | number; person: string | number; subject: string | number }
  'history.mailed_link_copied_of_alone': { person: string | number; subject: string | number }
  'history.membership_by_link': { subject: string | number }
  'history.join_link_made': { actor: string | number }
  'history.join_link_made_alone': Record<never, never>
  'history.join_link_ended': { actor: string | number }
  'history.join_link_ended_alone': Record<never, never>
  'history.join_requested': { actor: string | number }
  'history.join_requested_alone': Record<never, never>
  'history.join_approved': { actor: string | number; subject: string | number }
  'history.join_approved_alone': { subject: string | number }
  'history.join_declined': { actor: string | number }
  'history.join_declined_alone': Record<never, never>
  'history.join_flooded': Record<never, never>
  'history.person_data_exported': Record<never, never>
  'history.person_erased': Record<never, never>
  'history.key_edited': { actor: string | number; subject: string | number }
  'history.key_edited_alone': { subject: string | number }
  'history.key_rotated': { actor: string | number; subject: string | number }
  'history.key_rotated_alone': { subject: string | number }
  'history.webhook_edited': { actor: string | number; subject: string | number }
  'history.webhook_edited_alone': { subject: string | number }
  'history.webhook_rotated': { actor: string | number; subject: string | number }
  'history.webhook_rotated_alone': { subject: string | number }
  'history.webhook_enabled': { actor: string | number; subject: string | number }
  'history.webhook_enabled_alone': { subject: string | number }
  'history.webhook_stopped': { actor: string | number; subject: string | number }
  'history.webhook_stopped_alone': { subject: string | number }
  'history.webhook_removed': { actor: string | number; subject: string | number }
  'history.webhook_removed_alone': { subject: string | number }
  'history.discussion_announced': { actor: string | number; subject: string | number }
  'history.discussion_announced_alone': { subject: string | number }
  'history.guest_removed': { actor: string | number; subject: string | number }
  'history.guest_removed_alone': { subject: string | number }
  'history.voters_invited': { actor: string | number; subject: string | number }
  'history.voters_invited_alone': { subject: string | number }
  'history.from_to': { field: string | number; from: string | number; to: string | number }
  'history.set': { field: string | number; to: string | number }
  'history.cleared': { field: string | number; from: string | number }
  'history.rewritten': { field: string | number }
  'history.links': Record<never, never>
  'history.on': Record<never, never>
  'history.off': Record<never, never>
  'history.parts': Record<never, never>
  'history_part.all': Record<never, never>
  'history_part.settings': Record<never, never>
  'history_part.people': Record<never, never>
  'history_part.access': Record<never, never>
  'history_part.decisions': Record<never, never>
  'invitation.to': { group: string | number }
  'invitation.group': Record<never, never>
  'invitation.invitation': Record<never, never>
  'invitation.by_admin': { joined: number; person: string | number }
  'invitation.by': { inviter: string | number; joined: number; person: string | number }
  'invitation.members_get': Record<never, never>
  'invitation.join': { group: string | number }
  'invitation.personal': Record<never, never>
  'invitation.no_need': Record<never, never>
  'join.invited': Record<never, never>
  'join.invited_by': { who: string | number }
  'join.at_once': Record<never, never>
  'join.asks_first': Record<never, never>
  'join.asks_first_unsent': Record<never, never>
  'join.name_hint': Record<never, never>
  'join.address_hint': Record<never, never>
  'join.address_hint_unsent': Record<never, never>
  'join.send_code': Record<never, never>
  'join.join': Record<never, never>
  'join.ask': Record<never, never>
  'join.signed_in_as': { address: string | number }
  'join.sign_in_first': Record<never, never>
  'join.code_sent': { address: string | number; minutes: number }
  'join.confirm': Record<never, never>
  'join.no_code': Record<never, never>
  'join.new_mail': Record<never, never>
  'join.code_over': Record<never, never>
  'join.confirmation_over': { minutes: number }
  'join.to_own_groups': Record<never, never>
  'join.confirms_address': { address: string | number }
  'join.confirms_address_asking': { address: string | number }
  'join.after_link': Record<never, never>
  'join.waiting': Record<never, never>
  'join.waiting_text': Record<never, never>
  'join.waiting_text_unsent': Record<never, never>
  'join.declined': Record<never, never>
  'join.declined_text': Record<never, never>
  'join.ended': Record<never, never>
  'join.over': Record<never, never>
  'join.used_up': Record<never, never>
  'join.new_link': Record<never, never>
  'join.flooded': Record<never, never>
  'join.flooded_text': Record<never, never>
  'join.sheet': Record<never, never>
  'join.sheet_asks': Record<never, never>
  'join_link.title': Record<never, never>
  'join_link.about': Record<never, never>
  'join_link.or_by_mail': { link: Wrapped }
  'join_link.who_decides': Record<never, never>
  'join_link.at_once': Record<never, never>
  'join_link.at_once_about': Record<never, never>
  'join_link.asks': Record<never, never>
  'join_link.asks_about': Record<never, never>
  'join_link.ends_at': Record<never, never>
  'join_link.ends_at_hint': { zone: string | number }
  'join_link.most': Record<never, never>
  'join_link.most_hint': { most: number }
  'join_link.make': Record<never, never>
  'join_link.links': Record<never, never>
  'join_link.none': Record<never, never>
  'join_link.joined': { joined: number }
  'join_link.joined_of': { joined: number; most: number }
  'join_link.waiting': { waiting: number }
  'join_link.made_by': { when: string | number; who: string | number }
  'join_link.no_end': Record<never, never>
  'join_link.ends_on': { when: string | number }
  'join_link.ended_on': { when: string | number }
  'join_link.used_up': Record<never, never>
  'join_link.end': Record<never, never>
  'join_link.end_about': Record<never, never>
  'join_link.done_ended': Record<never, never>
  'join_link.made': Record<never, never>
  'join_link.once': Record<never, never>
  'join_link.once_about': Record<never, never>
  'join_link.link': Record<never, never>
  'join_link.sheet': Record<never, never>
  'join_link.all': Record<never, never>
  'open_link.title': Record<never, never>
  'open_link.about': Record<never, never>
  'open_link.most': Record<never, never>
  'open_link.voted': { voted: number }
  'open_link.voted_of': { most: number; voted: number }
  'open_link.made': Record<never, never>
  'open_link.offer': Record<never, never>
  'open_link.make_first': Record<never, never>
  'open_link.made_before': { link: Wrapped }
  'open_link.flooded': Record<never, never>
  'open_link.all': Record<never, never>
  'open_link.sheet': Record<never, never>
  'open_link.vote_about': Record<never, never>
  'open_link.no_options': Record<never, never>
  'open_link.email': Record<never, never>
  'open_link.email_hint': Record<never, never>
  'open_link.member': { link: Wrapped }
  'open_link.not_twice': Record<never, never>
  'open_link.led_here': { name: string | number }
  'open_link.voted_as': { name: string | number }
  'open_link.change': Record<never, never>
  'open_link.no_cookies': Record<never, never>
  'open_link.no_cookies_text': Record<never, never>
  'open_link.too_many': Record<never, never>
  'open_link.too_many_text': { minutes: number }
  'open_link.count': { count: number }
  'open_link.only_so_far': Record<never, never>
  'open_link.only': Record<never, never>
  'open_link.show': Record<never, never>
  'open_link.hide': Record<never, never>
  'open_link.mark': Record<never, never>
  'open_link.like': { name: string | number }
  'open_link.newest': { count: number }
  'join_request.title': Record<never, never>
  'join_request.about': Record<never, never>
  'join_request.about_unsent': Record<never, never>
  'join_request.none': Record<never, never>
  'join_request.asked': { when: string | number }
  'join_request.like': { name: string | number }
  'join_request.removed': Record<never, never>
  'join_request.approve': Record<never, never>
  'join_request.approve_person': { person: string | number }
  'join_request.decline': Record<never, never>
  'join_request.decline_person': { person: string | number }
  'join_request.decline_title': { person: string | number }
  'join_request.decline_about': { days: number; person: string | number }
  'join_request.decline_mail': Record<never, never>
  'join_request.decline_request': Record<never, never>
  'join_request.keep': Record<never, never>
  'join_request.was_approved': Record<never, never>
  'join_request.was_declined': Record<never, never>
  'join_request.approved_before': Record<never, never>
  'join_request.declined_before': Record<never, never>
  'join_request.more': Record<never, never>
  'join_request.waiting': { waiting: number }
  'invitation.addresses_hint': { example: string | number }
  'invitation.preview': Record<never, never>
  'invitation.or_by_link': { link: Wrapped }
  'invitation.language': { link: Wrapped }
  'invitation.each_gets': Record<never, never>
  'invitation.each_gets_link': Record<never, never>
  'invitation.few_left': { limit: number; remaining: number }
  'invitation.all_or_none': Record<never, never>
  'invitation.shorten': { minutes: number }
  'invitation.will_be_invited': Record<never, never>
  'invitation.invited_again': Record<never, never>
  'invitation.in_group_already': Record<never, never>
  'invitation.invited_already': Record<never, never>
  'invitation.no_addresses': Record<never, never>
  'invitation.names_left_out': Record<never, never>
  'invitation.invite_count': { invited: number }
  'invitation.change_list': Record<never, never>
  'invitation.name_too_long': { most: number }
  'invitation.name_is_address': Record<never, never>
  'invitation.name_unseen': Record<never, never>
  'invitation.name_unmarked': Record<never, never>
  'invitation.address_twice': Record<never, never>
  'invitation.left_out': { address: string | number; name: string | number; reason: string | number }
  'invitation.left_out_unnamed': { address: string | number; reason: string | number }
  'invitation.list_title': { count: number; title: string | number }
  'invitation.more': { count: number }
  'invitation.you_joined': { group: string | number }
  'invitation.polls_wait': { count: number }
  'invitation.more_polls_wait': { count: number }
  'invitation.poll_closes': { distance: string | number; poll: string | number }
  'invitation.add_name': { link: Wrapped }
  'invitation.called': { link: Wrapped; name: string | number }
  'invitation.of_other': { person: string | number; you: string | number }
  'invitation.they_joined': { group: string | number; person: string | number }
  'invitation.they_are_member': { group: string | number; person: string | number }
  'invitation.you_are_member': { group: string | number }
  'invitation.vote_by_mail': Record<never, never>
  'invitation.only_joins': Record<never, never>
  'invitation.open_polls': Record<never, never>
  'invitation.join_first': Record<never, never>
  'invitation.join_first_copied': Record<never, never>
  'invitation.closes': { when: string | number }
  'invitation.sign_in': { address: string | number }
  'invitation.sign_in_voted': { address: string | number }
  'outbox.waiting': Record<never, never>
  'outbox.sent': Record<never, never>
  'outbox.failed': Record<never, never>
  'outbox.dropped': Record<never, never>
  'outbox.done_queued': Record<never, never>
  'outbox.done_all_queued': Record<never, never>
  'outbox.done_waits': Record<never, never>
  'outbox.done_tried': Record<never, never>
  'outbox.about': Record<never, never>
  'outbox.setup': Record<never, never>
  'outbox.sent_as': { address: string | number }
  'outbox.sent_through': { address: string | number; host: string | number }
  'outbox.untried': Record<never, never>
  'outbox.used': Record<never, never>
  'outbox.trial_waits': Record<never, never>
  'outbox.trial_sent': { when: string | number }
  'outbox.trial_failed': { error: string | number }
  'outbox.trial_retried': { error: string | number }
  'outbox.try': Record<never, never>
  'outbox.set_up': Record<never, never>
  'outbox.refused': { waiting: number }
  'outbox.refused_about': { error: string | number }
  'outbox.given_up': { failed: number }
  'outbox.given_up_about': { error: string | number }
  'outbox.left': { failed: number }
  'outbox.left_about': { link: Wrapped }
  'outbox.send_all': { count: number }
  'outbox.which_mails': Record<never, never>
  'outbox.all': Record<never, never>
  'outbox.empty': Record<never, never>
  'outbox.no_reminders': Record<never, never>
  'outbox.line_waiting': { person: string | number; when: string | number }
  'outbox.line_sent': { person: string | number; when: string | number }
  'outbox.line_failed': { person: string | number; when: string | number }
  'outbox.line_dropped': { person: string | number; when: string | number }
  'outbox.to': Record<never, never>
  'outbox.state': Record<never, never>
  'outbox.sent_at': { state: string | number; when: string | number }
  'outbox.next_try': { when: string | number }
  'outbox.tries': Record<never, never>
  'outbox.last_error': Record<never, never>
  'outbox.written': Record<never, never>
  'outbox.text_hidden': Record<never, never>
  'outbox.poll_deleted': Record<never, never>
  'outbox.thread_deleted': Record<never, never>
  'outbox.outdated': Record<never, never>
  'outbox.link_about': Record<never, never>
  'outbox.link_for': { person: string | number }
  'outbox.copy_link': Record<never, never>
  'outbox.links_about': Record<never, never>
  'key.may_create_discussion': Record<never, never>
  'key.may_create_poll': Record<never, never>
  'key.may_read_memberships': Record<never, never>
  'key.may_manage_memberships': Record<never, never>
  'key.may_manage_webhooks': Record<never, never>
  'key.may_manage_discussions': Record<never, never>
  'key.may_manage_polls': Record<never, never>
  'key.may_comment': Record<never, never>
  'key.may_cast_ballots': Record<never, never>
  'key.number': { count: number }
  'key.use': { refused: number; requests: number }
  'key.overlap_none': Record<never, never>
  'key.overlap_hour': Record<never, never>
  'key.overlap_day': Record<never, never>
  'key.overlap_week': Record<never, never>
  'key.own_about': Record<never, never>
  'key.your_keys': Record<never, never>
  'key.your_key': Record<never, never>
  'key.try_it': Record<never, never>
  'key.made': Record<never, never>
  'key.copy_now': Record<never, never>
  'key.old_works_until': { when: string | number }
  'key.back': Record<never, never>
  'key.what_it_can_do': Record<never, never>
  'key.never_used': Record<never, never>
  'key.last_used_on': { when: string | number }
  'key.last_used_and_how_much': { days: number; use: string | number; when: string | number }
  'key.revoked': { when: string | number }
  'key.no_end': Record<never, never>
  'key.works_until': { when: string | number }
  'key.begins_with': Record<never, never>
  'key.before': Record<never, never>
  'key.old_prefix_until': { prefix: string | number; when: string | number }
  'key.permissions': Record<never, never>
  'key.variant': Record<never, never>
  'key.created': Record<never, never>
  'key.last_used': Record<never, never>
  'key.never': Record<never, never>
  'key.days': { days: number }
  'key.state': Record<never, never>
  'key.read_only': Record<never, never>
  'key.requests_of_days': { days: number }
  'key.day_utc': Record<never, never>
  'key.requests': Record<never, never>
  'key.refused': Record<never, never>
  'key.refused_about': Record<never, never>
  'key.rotate_heading': Record<never, never>
  'key.how_long_old': Record<never, never>
  'key.rotate': Record<never, never>
  'key.how_long': Record<never, never>
  'key.works_until_label': Record<never, never>
  'key.works_until_told': { days: number; zone: string | number }
  'key.end': Record<never, never>
  'key.end_about': Record<never, never>
  'key.revoke': { name: string | number }
  'key.done_revoked': Record<never, never>
  'key.besides_reading': Record<never, never>
  'key.it_may': Record<never, never>
  'key.about': { link: Wrapped }
  'key.none': Record<never, never>
  'key.ended': Record<never, never>
  'key.new': Record<never, never>
  'key.name_hint': Record<never, never>
  'key.works_until_hint': { zone: string | number }
  'key.guard': Record<never, never>
  'key.guard_hint': Record<never, never>
  'key.create': Record<never, never>
  'key.read_only_about': Record<never, never>
  'key.act': Record<never, never>
  'key.variant_a': Record<never, never>
  'key.variant_b': Record<never, never>
  'key.variant_hint': Record<never, never>
  'key.personal_about': { link: Wrapped }
  'key.rather_group': { link: Wrapped }
  'key.personal_name_hint': Record<never, never>
  'key.copy_personal_now': Record<never, never>
  'key.back_to_yours': Record<never, never>
  'key.use_label': Record<never, never>
  'webhook.kind_test': Record<never, never>
  'webhook.everything': Record<never, never>
  'webhook.format_json': Record<never, never>
  'webhook.off_by_hand': { when: string | number }
  'webhook.off_gone': { when: string | number }
  'webhook.off_failing': { when: string | number }
  'webhook.address': Record<never, never>
  'webhook.kinds': Record<never, never>
  'webhook.format': Record<never, never>
  'webhook.address_hint': Record<never, never>
  'webhook.kinds_hint': Record<never, never>
  'webhook.failing_since': { when: string | number }
  'webhook.failing_because': { answer: string | number; when: string | number }
  'webhook.on_test_failed': { answer: string | number }
  'webhook.on_unused': Record<never, never>
  'webhook.on': { when: string | number }
  'webhook.created': Record<never, never>
  'webhook.secret_created': Record<never, never>
  'webhook.copy_secret': Record<never, never>
  'webhook.old_secret_until': { when: string | number }
  'webhook.secret': Record<never, never>
  'webhook.send_test': Record<never, never>
  'webhook.see': Record<never, never>
  'webhook.about': { link: Wrapped }
  'webhook.none': Record<never, never>
  'webhook.new': Record<never, never>
  'webhook.create': Record<never, never>
  'webhook.state': Record<never, never>
  'webhook.waiting': Record<never, never>
  'webhook.log': Record<never, never>
  'webhook.log_empty': Record<never, never>
  'webhook.turn_off': Record<never, never>
  'webhook.turn_on': { waiting: number }
  'webhook.change': Record<never, never>
  'webhook.new_secret': Record<never, never>
  'webhook.how_long_old': Record<never, never>
  'webhook.remove_heading': Record<never, never>
  'webhook.done_removed': Record<never, never>
  'webhook.removed_before': Record<never, never>
  'webhook.removed': Record<never, never>
  'webhook.remove_about': Record<never, never>
  'webhook.remove': { host: string | number }
  'webhook.answered_with': { status: number }
  'webhook.taken': { answer: string | number }
  'webhook.failed': { answer: string | number }
  'webhook.waiting_to_be_sent': Record<never, never>
  'webhook.waits_off': Record<never, never>
  'webhook.not_taken_due': { answer: string | number }
  'webhook.not_taken_off': { answer: string | number }
  'webhook.on_its_way_due': Record<never, never>
  'webhook.not_taken_again': { answer: string | number; when: string | number }
  'webhook.on_its_way_again': { when: string | number }
  'webhook.delivery': { host: string | number; kind: string | number }
  'webhook.tries': Record<never, never>
  'webhook.last_try': Record<never, never>
  'webhook.message_id': Record<never, never>
  'webhook.took': { duration: number }
  'webhook.request': { address: string | number }
  'webhook.request_hidden': Record<never, never>
  'webhook.answer': Record<never, never>
  'webhook.answer_status': { status: number }
  'webhook.empty_answer': Record<never, never>
  'webhook.back': Record<never, never>
  'webhook.send_another_test': Record<never, never>
  'webhook.send_now': Record<never, never>
  'shortcut.title': Record<never, never>
  'shortcut.use': Record<never, never>
  'shortcut.list': Record<never, never>
  'shortcut.home': Record<never, never>
  'shortcut.threads': Record<never, never>
  'shortcut.polls': Record<never, never>
  'shortcut.new_poll': Record<never, never>
  'shortcut.next': Record<never, never>
  'shortcut.previous': Record<never, never>
  'status.nothing_runs': Record<never, never>
  'status.mails_wait': { waiting: number }
  'status.mails_failed': { mails: number }
  'status.mails_refused': { error: string | number; mails: number }
  'status.webhooks_failing': { webhooks: number }
  'status.keys_missing': { polls: number }
  'status.events_set_aside': { events: number }
  'status.late': { queue: string | number; span: string | number; waiting: number }
  'status.late_in_log': Record<never, never>
  'status.to_see': { command: string | number }
  'status.to_retry': { command: string | number }
  'status.emails_of': { group: string | number }
  'status.webhooks_of': { group: string | number }
  'status.queue_closings': Record<never, never>
  'status.queue_events': Record<never, never>
  'status.queue_mails': Record<never, never>
  'status.queue_pushes': Record<never, never>
  'status.queue_reminders': Record<never, never>
  'status.queue_seals': Record<never, never>
  'status.queue_sign_ins': Record<never, never>
  'status.queue_webhooks': Record<never, never>
  'status.service': Record<never, never>
  'status.running': { connections: number }
  'status.not_running': Record<never, never>
  'status.database': Record<never, never>
  'status.database_words': { megabytes: number; postgresql: string | number; schema: number }
  'status.holds': Record<never, never>
  'status.holds_words': { groups: number; open: number; people: number; polls: number }
  'status.mail': Record<never, never>
  'status.mail_sent': Record<never, never>
  'status.mail_refused': Record<never, never>
  'status.mail_rejected': Record<never, never>
  'status.mail_kept': Record<never, never>
  'status.mail_unknown': Record<never, never>
  'status.mail_stopped': Record<never, never>
  'status.mails_kept_perhaps': Record<never, never>
  'status.days': { count: number }
  'status.hours': { count: number }
  'status.minutes': { count: number }
  'status.seconds': { count: number }
  'status.requests': Record<never, never>
  'status.time_to_answer': Record<never, never>
  'status.mails': Record<never, never>
  'status.pushes': Record<never, never>
  'status.webhooks': Record<never, never>
  'status.failed_jobs': Record<never, never>
  'status.connections': Record<never, never>
  'status.memory': Record<never, never>
  'status.none': Record<never, never>
  'status.megabytes': { count: number }
  'status.outcome_sent': { count: number }
  'status.failed_attempts': { count: number }
  'status.outcome_refused': { count: number }
  'status.outcome_dropped': { count: number }
  'status.outcome_delivered': { count: number }
  'status.outcome_failed': { count: number }
  'status.connections_busy': { count: number }
  'status.connections_idle': { count: number }
  'status.connections_waiting': { count: number }
  'status.requests_words': { answered: number; faults: number }
  'status.no_requests': Record<never, never>
  'status.more_than': { seconds: number }
  'status.milliseconds': { count: number }
  'status.half_within': { half: string | number; most: string | number }
  'status.count_of': { count: number; name: string | number }
  'status.title': Record<never, never>
  'status.queues': Record<never, never>
  'status.since_start': Record<never, never>
  'status.about': { command: string | number }
  'status.metrics_off': { path: string | number; setting: string | number }
  'status.metrics_on': { path: string | number }
  'status.all_well': Record<never, never>
  'status.look_at': Record<never, never>
  'status.queue': Record<never, never>
  'status.waiting': Record<never, never>
  'status.oldest': Record<never, never>
  'service.pages': Record<never, never>
  'service.tab_status': Record<never, never>
  'service.people': Record<never, never>
  'service.groups': Record<never, never>
  'service.about': Record<never, never>
  'service.find_groups': Record<never, never>
  'service.find': Record<never, never>
  'service.nothing_found': Record<never, never>
  'service.no_admin': Record<never, never>
  'service.group_admins': Record<never, never>
  'service.without_admin': Record<never, never>
  'service.without_admin_about': Record<never, never>
  'service.choose_admin': Record<never, never>
  'service.nobody_joined': Record<never, never>
  'service.other_admin': { command: string | number }
  'service.make_admin_of': { name: string | number }
  'service.state': Record<never, never>
  'service.created': Record<never, never>
  'service.sizes': { members: number; polls: number; threads: number }
  'service.invited': { invited: number }
  'service.active': Record<never, never>
  'service.suspended': Record<never, never>
  'service.deleted': Record<never, never>
  'service.make': Record<never, never>
  'service.admin_email': Record<never, never>
  'service.admin_hint': Record<never, never>
  'service.is_suspended': { when: string | number }
  'service.is_deleted': { when: string | number }
  'service.suspend': Record<never, never>
  'service.suspend_about': Record<never, never>
  'service.resume': Record<never, never>
  'service.delete': Record<never, never>
  'service.delete_about': { days: number }
  'service.delete_first': Record<never, never>
  'service.delete_subgroups': Record<never, never>
  'service.type_name': Record<never, never>
  'service.restore': Record<never, never>
  'service.done': Record<never, never>
  'service.find_people': Record<never, never>
  'service.sessions': { count: number }
  'service.end_sessions': Record<never, never>
  'service.end_sessions_of': { name: string | number }
  'service.end_access': Record<never, never>
  'service.end_access_of': { name: string | number }
  'service.erase': Record<never, never>
  'service.erase_of': { name: string | number }
  'service.erase_about': Record<never, never>
  'service.erase_texts': Record<never, never>
  'service.erase_confirm': Record<never, never>
  'service.not_erased': Record<never, never>
  'service.more_groups': Record<never, never>
  'service.who_creates': Record<never, never>
  'service.by_admins': Record<never, never>
  'service.by_anybody': Record<never, never>
  'service.identity': Record<never, never>
  'service.name': Record<never, never>
  'service.name_hint': Record<never, never>
  'service.mark': Record<never, never>
  'service.mark_hint': { kb: number; least: number; most: number }
  'service.no_mark': Record<never, never>
  'service.ways': Record<never, never>
  'service.way_email': Record<never, never>
  'service.way_no_email': { setting: string | number }
  'service.way_passkey': Record<never, never>
  'service.way_no_passkey': { setting: string | number }
  'service.way_command': { command: string | number }
  'service.way_email_off': { setting: string | number }
  'service.way_email_until': { setting: string | number }
  'service.provider_answers': { provider: string | number }
  'service.provider_away': { provider: string | number }
  'service.provider_back': { address: string | number }
  'service.provider_groups': Record<never, never>
  'service.provider_groups_dry': Record<never, never>
  'service.limits': Record<never, never>
  'service.limits_about': Record<never, never>
  'service.own_group': Record<never, never>
  'service.no_deeds': Record<never, never>
  'service.by': { actor: string | number; when: string | number }
  'service.no_person': Record<never, never>
  'deed.admin_added': { about: string | number }
  'deed.admin_removed': { about: string | number }
  'deed.group_made': { about: string | number }
  'deed.group_suspended': { about: string | number }
  'deed.group_resumed': { about: string | number }
  'deed.group_deleted': { about: string | number }
  'deed.group_restored': { about: string | number }
  'deed.group_removed': { about: string | number }
  'deed.group_admin_named': { about: string | number; person: string | number }
  'deed.sessions_ended': { about: string | number }
  'deed.person_erased': { about: string | number }
  'deed.groups_opened': { about: string | number }
  'deed.groups_closed': { about: string | number }
  'deed.would_join': { about: string | number; person: string | number }
  'deed.would_leave': { about: string | number; person: string | number }
  'deed.identity_set': Record<never, never>
  'account.no_language': Record<never, never>
  'account.no_zone': Record<never, never>
  'account.no_zone_now': { zone: string | number }
  'group.language': Record<never, never>
  'group.language_hint': Record<never, never>
  'group.public': Record<never, never>
  'group.public_hint': Record<never, never>
  'group.public_end': Record<never, never>
  'group.indexed': Record<never, never>
  'group.indexed_hint': Record<never, never>
  'public.group': Record<never, never>
  'public.thread_in': { group: string | number }
  'public.for_everybody': Record<never, never>
  'public.link_broken': Record<never, never>
  'public.no_thread': Record<never, never>
  'public.newer': Record<never, never>
  'public.older': Record<never, never>
  'public.feed': Record<never, never>
  'public.deleted': Record<never, never>
  'public.who_votes': Record<never, never>
  'public.until_closed': Record<never, never>
  'public.embed_title': Record<never, never>
  'public.embed_about': Record<never, never>
  'public.embed_code': Record<never, never>
  'public.copy_html': Record<never, never>
  'group.no_language': Record<never, never>
  'time.whole': { clock: string | number; day: string | number; zone: string | number }
  'time.moment': { clock: string | number; day: string | number }
  'time.zone': { zone: string | number }
  'time.utc': Record<never, never>
  'time.heading': { heading: string | number; zone: string | number }
  'time.at': { clock: string | number; hour: number; time: Wrapped; zone: string | number }
  'time.on': { time: Wrapped; whole: string | number }
  'time.in_under_a_minute': Record<never, never>
  'time.under_a_minute_ago': Record<never, never>
  'poll_form.title': Record<never, never>
  'poll_form.details': Record<never, never>
  'poll_form.options': Record<never, never>
  'poll_form.option_meanings': Record<never, never>
  'poll_form.positions': Record<never, never>
  'poll_form.closing_at': Record<never, never>
  'poll_form.eligible': Record<never, never>
  'poll_form.hide_results': Record<never, never>
  'poll_form.reasons': Record<never, never>
  'poll_form.reminder': Record<never, never>
  'poll_form.min_score': Record<never, never>
  'poll_form.max_score': Record<never, never>
  'poll_form.dots_per_person': Record<never, never>
  'poll_form.count_method': Record<never, never>
  'poll_form.seats': Record<never, never>
  'poll_form.seats_hint': Record<never, never>
  'poll_form.line_seats': { seats: number }
  'poll_form.line_at_most': { most: number }
  'poll_form.line_dots': { dots: number }
  'poll_form.budget': Record<never, never>
  'poll_form.budget_hint': Record<never, never>
  'poll_form.wanted': Record<never, never>
  'poll_form.wanted_hint': Record<never, never>
  'poll_form.option_costs': Record<never, never>
  'poll_form.cost_of': { number: number }
  'poll_form.cost': Record<never, never>
  'poll_form.rank_otherwise': Record<never, never>
  'method.points': Record<never, never>
  'method_when.points': Record<never, never>
  'method.irv': Record<never, never>
  'method_when.irv': Record<never, never>
  'method.stv_scottish': Record<never, never>
  'method_when.stv_scottish': Record<never, never>
  'method.stv_meek': Record<never, never>
  'method_when.stv_meek': Record<never, never>
  'method.schulze': Record<never, never>
  'method_when.schulze': Record<never, never>
  'method.ranked_pairs': Record<never, never>
  'method_when.ranked_pairs': Record<never, never>
  'method.approval': Record<never, never>
  'method_when.approval': Record<never, never>
  'method.sum': Record<never, never>
  'method_when.sum': Record<never, never>
  'method.star': Record<never, never>
  'method_when.star': Record<never, never>
  'method.median': Record<never, never>
  'method_when.median': Record<never, never>
  'method.equal_shares': Record<never, never>
  'method_when.equal_shares': Record<never, never>
  'method.elected': { names: readonly string[] }
  'method.chosen': { names: readonly string[] }
  'method.funded': { names: readonly string[] }
  'method.tie_by_lot': { voting: 'open' | 'instead' | 'other' }
  'method.more': Record<never, never>
  'count.title': Record<never, never>
  'count.title_so_far': Record<never, never>
  'count.by': { link: Wrapped; method: string | number }
  'count.elects': { method: string | number; seats: string | number }
  'count.so_far': { names: readonly string[] }
  'count.round': { number: number }
  'count.votes': { votes: number }
  'count.quota': { quota: number; seats: number }
  'count.quota_meek': { quota: number; seats: number }
  'count.rounded': Record<never, never>
  'count.quota_falls': { before: number; gone: number; quota: number }
  'count.no_majority': Record<never, never>
  'count.reaches': { name: string | number; votes: string | number }
  'count.majority': { name: string | number; votes: string | number; voting: 'open' | 'other' }
  'count.surplus': { name: string | number; votes: string | number }
  'count.excluded': { name: string | number; votes: string | number }
  'count.passed': { names: readonly string[] }
  'count.meek': { names: readonly string[] }
  'count.meek_again': { name: string | number; names: readonly string[] }
  'count.move': { name: string | number; votes: string | number }
  'count.move_nobody': { votes: string | number }
  'count.move_others': { votes: string | number }
  'count.remaining': { count: number; names: readonly string[]; votes: 'fewer' | 'enough' }
  'count.last_seat': { loser: string | number; loser_votes: string | number; votes: string | number; winner: string | number }
  'count.scores': { names: readonly string[] }
  'count.runoff': { loser: string | number; loser_votes: number; voting: 'open' | 'other'; winner: string | number; winner_votes: number }
  'count.wins': { name: string | number; voting: 'open' | 'other' }
  'count.beats_all': { name: string | number; voting: 'open' | 'other' }
  'count.strongest': { name: string | number; voting: 'open' | 'other' }
  'count.level': { name: string | number; voting: 'open' | 'other' }
  'count.median': { name: string | number; score: number; voting: 'open' | 'other' }
  'count.most': { names: readonly string[] }
  'count.with_number': { name: string | number; number: number }
  'count.bought': { cost: number; name: string | number }
  'count.paid_about': Record<never, never>
  'count.paid_for': { cost: number; name: string | number }
  'count.unfunded_spent': { cost: number; most: 'level' | 'alone'; name: string | number; voting: 'open' | 'other' }
  'count.unfunded_few': { cost: number; most: 'level' | 'alone'; name: string | number; share: number; sum: number; voters: number; voting: 'open' | 'other' }
  'count.spent': { budget: number; spent: number }
  'count.added': { from: number; share: number }
  'count.tie': { by: string | number; chose: string | number; names: readonly string[]; to: 'win' | 'other' }
  'count.tie_fewest': { by: string | number; chose: string | number; names: readonly string[]; votes: string | number }
  'count.tie_median': { names: readonly string[]; score: number }
  'count.tie_left': { names: readonly string[] }
  'count.tie_decided': { by: string | number; chose: string | number; voting: 'open' | 'other' }
  'count.by_earlier_round': Record<never, never>
  'count.by_duel': Record<never, never>
  'count.by_score': Record<never, never>
  'count.by_top_scores': Record<never, never>
  'count.by_dots': Record<never, never>
  'count.by_cost': Record<never, never>
  'count.by_grades': Record<never, never>
  'count.by_lot': Record<never, never>
  'count.seat': Record<never, never>
  'count.ahead': Record<never, never>
  'count.out': Record<never, never>
  'count.funded': Record<never, never>
  'count.cost': { cost: number }
  'count.budget': { budget: number }
  'count.nobody': Record<never, never>
  'count.without_votes': { names: readonly string[] }
  'count.needed_half': { votes: number }
  'count.needed_seat': { votes: number }
  'count.needed_seat_meek': { votes: number }
  'count.key_came': Record<never, never>
  'count.key_left': Record<never, never>
  'count.key_order': { elected: number; stayed: 'some' | 'none'; voting: 'open' | 'other' }
  'count.fractions': Record<never, never>
  'count.rounds_between': { count: number }
  'count.rows_more': { count: number }
  'count.brief_first': Record<never, never>
  'count.brief_last': { round: number }
  'count.brief_duels': { name: string | number }
  'count.key_for_winner': { name: string | number }
  'count.key_for_other': Record<never, never>
  'count.table': Record<never, never>
  'count.option': Record<never, never>
  'count.row_quota': Record<never, never>
  'count.row_quota_meek': Record<never, never>
  'count.duels': Record<never, never>
  'count.duels_in_words': Record<never, never>
  'count.duel': { fewer: number; loser: string | number; more: number; winner: string | number }
  'count.duel_equal': { loser: string | number; more: number; winner: string | number }
  'count.duel_numbers': { lost: number; won: number }
  'count.matrix_about': Record<never, never>
  'count.others': Record<never, never>
  'count.others_same': Record<never, never>
  'count.others_same_or_lot': Record<never, never>
  'count.others_differ': { count: number }
  'count.method': Record<never, never>
  'count.result': Record<never, never>
  'count.number': { number: number }
  'count.gained': { number: number }
  'count.names': { names: readonly string[] }
  'count.quoted': { name: string | number }
  'help.counting.title': Record<never, never>
  'help.counting.about': Record<never, never>
  'help.counting.choosing': Record<never, never>
  'help.counting.choosing_1': { irv: Wrapped; schulze: Wrapped; shares: Wrapped; star: Wrapped; stv: Wrapped }
  'help.checking.title': Record<never, never>
  'help.running.title': Record<never, never>
  'help.running.about': Record<never, never>
  'help.running.admins': Record<never, never>
  'help.running.admins_1': { code: Wrapped }
  'help.running.make': Record<never, never>
  'help.running.make_admin': Record<never, never>
  'help.running.end_sessions': Record<never, never>
  'help.running.who_creates': Record<never, never>
  'help.running.machine': Record<never, never>
  'help.running.machine_1': { code: Wrapped }
  'help.moving.title': Record<never, never>
  'help.moving.about': Record<never, never>
  'help.moving.loomio': Record<never, never>
  'help.moving.loomio_1': { import: Wrapped }
  'help.moving.command_line': Record<never, never>
  'help.moving.loomio_2': Record<never, never>
  'help.moving.loomio_3': Record<never, never>
  'help.moving.loomio_4': Record<never, never>
  'help.moving.loomio_5': { code: Wrapped }
  'help.moving.loomio_6': Record<never, never>
  'help.moving.loomio_7': Record<never, never>
  'help.moving.loomio_8': Record<never, never>
  'help.moving.loomio_9': Record<never, never>
  'help.moving.loomio_10': Record<never, never>
  'help.moving.loomio_11': Record<never, never>
  'help.moving.b1': Record<never, never>
  'help.moving.b1_1': Record<never, never>
  'help.moving.address': Record<never, never>
  'help.moving.b1_2': { code: Wrapped }
  'help.moving.same': Record<never, never>
  'help.moving.same_1': Record<never, never>
  'help.moving.same_2': { code: Wrapped }
  'help.moving.same_3': Record<never, never>
  'help.moving.same_4': { code: Wrapped }
  'help.moving.same_5': { code: Wrapped }
  'help.moving.check': Record<never, never>
  'help.moving.check_1': Record<never, never>
  'help.moving.check_2': { code: Wrapped; errors: Wrapped }
  'help.moving.check_3': { code: Wrapped }
  'help.moving.check_4': { code: Wrapped }
  'help.moving.check_5': Record<never, never>
  'help.moving.check_6': Record<never, never>
  'help.moving.check_7': Record<never, never>
  'help.moving.check_8': { limits: Wrapped }
  'help.moving.members': Record<never, never>
  'help.moving.members_1': { code: Wrapped }
  'help.moving.members_2': { setting: string | number }
  'help.moving.polls': Record<never, never>
  'help.moving.polls_1': { code: Wrapped; types: string | number }
  'help.moving.polls_2': { code: Wrapped }
  'help.moving.left': Record<never, never>
  'help.moving.left_1': { loomio: Wrapped }
  'help.moving.left_2': Record<never, never>
  'help.mcp.about': Record<never, never>
  'help.mcp.key': Record<never, never>
  'help.mcp.key_1': { code: Wrapped }
  'help.mcp.key_2': { api: Wrapped }
  'help.mcp.http': Record<never, never>
  'help.mcp.http_1': Record<never, never>
  'help.mcp.settings': Record<never, never>
  'help.mcp.stdio': Record<never, never>
  'help.mcp.stdio_1': { code: Wrapped }
  'help.mcp.writes': Record<never, never>
  'help.mcp.writes_1': Record<never, never>
  'help.mcp.writes_http': Record<never, never>
  'help.mcp.writes_stdio': Record<never, never>
  'help.mcp.writes_2': Record<never, never>
  'help.mcp.reading': Record<never, never>
  'help.mcp.writing': Record<never, never>
  'help.mcp.described': Record<never, never>
  'help.checking.about': Record<never, never>
  'checking_title.record': Record<never, never>
  'checking_text.record': { verify: Wrapped }
  'checking_title.receipt': Record<never, never>
  'checking_text.receipt': Record<never, never>
  'checking_title.proves': Record<never, never>
  'checking_text.proves': Record<never, never>
  'checking_title.limits': Record<never, never>
  'checking_text.limits': Record<never, never>
  'checking_title.keys': Record<never, never>
  'checking_text.keys': { keys: Wrapped }
  'checking_title.programs': Record<never, never>
  'checking_text.programs': { code: Wrapped }
  'help.counting.garden': Record<never, never>
  'help.counting.cafe': Record<never, never>
  'help.counting.workshop': Record<never, never>
  'help.counting.library': Record<never, never>
  'help.counting.example_ranks': Record<never, never>
  'help.counting.example_ticks': Record<never, never>
  'help.counting.example_seats': Record<never, never>
  'help.counting.example_scores': Record<never, never>
  'help.counting.example_dots': { budget: number; names: readonly string[] }
  'help.counting.ballots': { count: number; names: readonly string[] }
  'help.counting.example': Record<never, never>
  'help.counting.strengths': { b: Wrapped; text: string | number }
  'help.counting.faults': { b: Wrapped; text: string | number }
  'count_good.points': Record<never, never>
  'count_fault.points': Record<never, never>
  'count_good.irv': Record<never, never>
  'count_fault.irv': Record<never, never>
  'count_good.stv_scottish': Record<never, never>
  'count_fault.stv_scottish': Record<never, never>
  'count_good.stv_meek': Record<never, never>
  'count_fault.stv_meek': Record<never, never>
  'count_good.schulze': Record<never, never>
  'count_fault.schulze': Record<never, never>
  'count_good.ranked_pairs': Record<never, never>
  'count_fault.ranked_pairs': Record<never, never>
  'count_good.approval': Record<never, never>
  'count_fault.approval': Record<never, never>
  'count_good.sum': Record<never, never>
  'count_fault.sum': Record<never, never>
  'count_good.star': Record<never, never>
  'count_fault.star': Record<never, never>
  'count_good.median': Record<never, never>
  'count_fault.median': Record<never, never>
  'count_good.equal_shares': Record<never, never>
  'count_fault.equal_shares': Record<never, never>
  'help.counting.partial': Record<never, never>
  'help.counting.partial_1': Record<never, never>
  'help.counting.ties': Record<never, never>
  'help.counting.ties_1': Record<never, never>
  'help.counting.check': Record<never, never>
  'help.counting.check_1': { code: Wrapped }
  'chooser.title': Record<never, never>
  'chooser.winners': Record<never, never>
  'chooser.one': Record<never, never>
  'chooser.several': Record<never, never>
  'chooser.minorities': Record<never, never>
  'chooser.share': Record<never, never>
  'chooser.majority': Record<never, never>
  'chooser.knowledge': Record<never, never>
  'chooser.knows_all': Record<never, never>
  'chooser.knows_some': Record<never, never>
  'chooser.knows_few': Record<never, never>
  'chooser.propose': Record<never, never>
  'chooser.proposed': { method: string | number }
  'chooser.seats': { label: string | number; seats: number }
  'chooser.other_type': { type: string | number }
  'chooser.other_type_several': { label: string | number; type: string | number }
  'poll_form.at_least': Record<never, never>
  'poll_form.at_most': Record<never, never>
  'poll_form.quorum': Record<never, never>
  'poll_form.conditions': Record<never, never>
  'poll_form.no_block': Record<never, never>
  'poll_form.tell': Record<never, never>
  'poll_form.people_of_group': Record<never, never>
  'poll_form.addresses': Record<never, never>
  'poll_form.message': Record<never, never>
  'poll_form.new_poll': Record<never, never>
  'poll_form.which_kind': Record<never, never>
  'poll_form.when_which': Record<never, never>
  'poll_form.another_kind': Record<never, never>
  'poll_form.new_of_proposal': Record<never, never>
  'poll_form.new_of_poll': Record<never, never>
  'poll_form.new_of_count': Record<never, never>
  'poll_form.new_of_score': Record<never, never>
  'poll_form.new_of_dot_vote': Record<never, never>
  'poll_form.new_of_ranked_choice': Record<never, never>
  'poll_form.new_of_meeting': Record<never, never>
  'poll_form.draft_of': { when: string | number }
  'poll_form.used_poll': { title: string | number }
  'poll_form.used_draft': { link: Wrapped; time: NamedTime }
  'poll_form.start_over': Record<never, never>
  'poll_form.thread_closed': { thread: string | number }
  'poll_form.move_to_group': Record<never, never>
  'poll_form.start_in_group': Record<never, never>
  'poll_form.group_draft': { link: Wrapped }
  'poll_form.how_voters_see_it': Record<never, never>
  'poll_form.start': { told: number }
  'poll_form.keep_draft': { told: number }
  'poll_form.preview': Record<never, never>
  'poll_form.edit': Record<never, never>
  'poll_form.keep_this_draft': Record<never, never>
  'poll_form.start_this_poll': Record<never, never>
  'poll_form.started_already': Record<never, never>
  'poll_form.started_already_about': { link: Wrapped; title: string | number }
  'poll_form.started_and_gone': Record<never, never>
  'poll_form.edit_started': { title: string | number }
  'poll_form.start_another': Record<never, never>
  'poll_form.the_poll': Record<never, never>
  'poll_form.your_title': Record<never, never>
  'poll_form.closes': Record<never, never>
  'poll_form.closes_never': Record<never, never>
  'poll_form.closes_at': { distance: string | number; time: NamedTime }
  'poll_form.may_vote': Record<never, never>
  'poll_form.voters_named': { people: number }
  'poll_form.voters_all': { people: number }
  'poll_form.emailed_now': Record<never, never>
  'poll_form.emailed': { people: number }
  'poll_form.reminder_short': Record<never, never>
  'poll_form.reminds_nobody': Record<never, never>
  'poll_form.reminds_author': Record<never, never>
  'poll_form.reminds_voters': Record<never, never>
  'poll_form.reminds_undecided': Record<never, never>
  'poll_form.reminds_too_late': Record<never, never>
  'poll_form.details_hint': Record<never, never>
  'poll_form.closing_hint': { zone: string | number }
  'poll_form.settings': Record<never, never>
  'poll_form.group_ballot': Record<never, never>
  'poll_form.group_voters': Record<never, never>
  'poll_form.group_secrecy': Record<never, never>
  'poll_form.group_reminder': Record<never, never>
  'poll_form.shuffle': Record<never, never>
  'poll_form.shuffle_hint': Record<never, never>
  'poll_form.voters_add': Record<never, never>
  'poll_form.added_by_voters': Record<never, never>
  'poll_form.eligible_all': Record<never, never>
  'poll_form.eligible_all_hint': Record<never, never>
  'poll_form.only_named': Record<never, never>
  'poll_form.results_off': Record<never, never>
  'poll_form.results_until_vote': Record<never, never>
  'poll_form.results_until_closed': Record<never, never>
  'poll_form.remind_undecided': Record<never, never>
  'poll_form.remind_voters': Record<never, never>
  'poll_form.remind_author': Record<never, never>
  'poll_form.remind_nobody': Record<never, never>
  'poll_form.reason_optional': Record<never, never>
  'poll_form.reason_required': Record<never, never>
  'poll_form.reason_disabled': Record<never, never>
  'poll_form.tell_voters': Record<never, never>
  'poll_form.tell_nobody': Record<never, never>
  'poll_form.tell_nobody_hint': Record<never, never>
  'poll_form.anonymous': Record<never, never>
  'poll_form.anonymous_hint': Record<never, never>
  'poll_form.receipts': Record<never, never>
  'poll_form.receipts_hint': Record<never, never>
  'poll_form.the_receipts': Record<never, never>
  'poll_form.open_link': Record<never, never>
  'poll_form.open_link_hint': Record<never, never>
  'poll_form.voting_by_link': Record<never, never>
  'poll_form.name_people': Record<never, never>
  'poll_form.name_people_hint': Record<never, never>
  'poll_form.whole_group': Record<never, never>
  'poll_form.large_group': Record<never, never>
  'poll_form.addresses_hint': { example: string | number }
  'poll_form.message_hint': Record<never, never>
  'poll_form.rules': Record<never, never>
  'poll_form.rules_hint': { link: Wrapped }
  'poll_form.quorum_hint': Record<never, never>
  'poll_form.option': Record<never, never>
  'poll_form.condition': { number: number }
  'poll_form.condition_part': { label: string | number; number: number }
  'poll_form.condition_hint': Record<never, never>
  'poll_form.condition_hint_typed': Record<never, never>
  'poll_form.condition_times': Record<never, never>
  'poll_form.needs': Record<never, never>
  'poll_form.percent': Record<never, never>
  'poll_form.of': Record<never, never>
  'poll_form.needs_least': Record<never, never>
  'poll_form.needs_most': Record<never, never>
  'poll_form.of_cast': Record<never, never>
  'poll_form.of_eligible': Record<never, never>
  'poll_form.line_named': { people: number }
  'poll_form.line_all': Record<never, never>
  'poll_form.line_all_guests': Record<never, never>
  'poll_form.line_anonymous': Record<never, never>
  'poll_form.line_receipts': Record<never, never>
  'poll_form.line_open_link': Record<never, never>
  'poll_form.line_results_until_vote': Record<never, never>
  'poll_form.line_results_until_closed': Record<never, never>
  'poll_form.line_reason_required': Record<never, never>
  'poll_form.line_reason_disabled': Record<never, never>
  'poll_form.line_conditions': { count: number }
  'poll_form.line_reminds_voters': Record<never, never>
  'poll_form.line_reminds_author': Record<never, never>
  'poll_form.line_reminds_nobody': Record<never, never>
  'poll_form.line_shuffled': Record<never, never>
  'poll_form.line_voters_add': Record<never, never>
  'poll_form.line_at_least': { least: number }
  'poll_form.line_scores': { highest: number; lowest: number }
  'poll_form.line_only_yes_no': Record<never, never>
  'poll_form.line_wanted': { people: number }
  'poll_form.line_people': { people: number }
  'poll_form.line_tells_named': Record<never, never>
  'poll_form.line_tells_nobody': Record<never, never>
  'poll_form.line_message': Record<never, never>
  'poll_form.no_block_hint': Record<never, never>
  'poll_form.title_hint_poll': Record<never, never>
  'poll_form.title_hint_score': Record<never, never>
  'poll_form.title_hint_ranked_choice': Record<never, never>
  'poll_form.title_hint_dot_vote': Record<never, never>
  'poll_form.title_hint_count': Record<never, never>
  'poll_form.title_hint_meeting': Record<never, never>
  'poll_form.title_hint_proposal': Record<never, never>
  'poll_form.times': Record<never, never>
  'poll_form.how_many_to_rank': Record<never, never>
  'poll_form.each_chooses': Record<never, never>
  'poll_form.rank_by_points': Record<never, never>
  'poll_form.only_yes_no': Record<never, never>
  'poll_form.defaults': Record<never, never>
  'poll_form.block_about': Record<never, never>
  'poll_form.option_number': { number: number }
  'poll_form.move_option_up': { number: number }
  'poll_form.move_option_down': { number: number }
  'poll_form.remove_option': { number: number }
  'poll_form.add_option': Record<never, never>
  'poll_form.description_of': { number: number }
  'poll_tool.in_your_zone': { zone: string | number }
  'poll_tool.open': Record<never, never>
  'poll_tool.open_about': Record<never, never>
  'poll_tool.reopen': Record<never, never>
  'poll_tool.reopen_about': Record<never, never>
  'poll_tool.reopen_comers': { comers: number }
  'poll_tool.reopen_invites': { invited: number }
  'poll_tool.reopen_withdraws': Record<never, never>
  'poll_tool.reopen_silent': Record<never, never>
  'poll_tool.reopen_reaches': { reached: number }
  'poll_tool.reopen_cancels': Record<never, never>
  'poll_tool.reopened': Record<never, never>
  'poll_tool.close': Record<never, never>
  'poll_tool.close_about': { voted: number; voters: number }
  'poll_tool.closed': Record<never, never>
  'poll_tool.outcome_next': Record<never, never>
  'poll_tool.close_anonymous': Record<never, never>
  'poll_tool.close_few': { voted: number }
  'poll_tool.closes_otherwise': { time: NamedTime }
  'poll_tool.remind': Record<never, never>
  'poll_tool.reminded': Record<never, never>
  'poll_tool.reminders_wait': Record<never, never>
  'poll_tool.remind_now': Record<never, never>
  'poll_tool.all_voted': Record<never, never>
  'poll_tool.reminded_before': { distance: string | number; when: string | number }
  'poll_tool.reminded_for_good': { distance: string | number }
  'poll_tool.remind_reaches': { reached: number }
  'poll_tool.remind_undecided': Record<never, never>
  'poll_tool.remind_muted': { muted: number }
  'poll_tool.remind_muted_of_all': { muted: number }
  'poll_tool.remind_addressless': { count: number }
  'poll_tool.remind_oneself': Record<never, never>
  'poll_tool.remind_you_too': Record<never, never>
  'poll_tool.remind_without_you': Record<never, never>
  'poll_tool.remind_about_unsent': { hours: number; undecided: number; voters: number }
  'poll_tool.publish_outcome': Record<never, never>
  'poll_tool.edit_outcome': Record<never, never>
  'poll_tool.publish': Record<never, never>
  'poll_tool.published': Record<never, never>
  'poll_tool.outcome_edited': Record<never, never>
  'poll_tool.withdraw_outcome': Record<never, never>
  'poll_tool.outcome_withdrawn': Record<never, never>
  'poll_tool.withdraw_about': Record<never, never>
  'poll_tool.withdraw_instead': { link: Wrapped }
  'poll_tool.no_outcome': Record<never, never>
  'poll_tool.outcome_reaches': { reached: number }
  'poll_tool.outcome_unsent': Record<never, never>
  'poll_tool.outcome_again': Record<never, never>
  'poll_tool.outcome_again_time': Record<never, never>
  'poll_tool.outcome_from_earlier': Record<never, never>
  'poll_tool.outcome_from_withdrawn': Record<never, never>
  'poll_tool.outcome_withdrawn_meanwhile': Record<never, never>
  'poll_tool.outcome': Record<never, never>
  'poll_tool.outcome_hint': Record<never, never>
  'poll_tool.review_on': Record<never, never>
  'poll_tool.review_on_hint': Record<never, never>
  'poll_tool.review_on_hint_unsent': Record<never, never>
  'poll_tool.decided_on': Record<never, never>
  'poll_tool.decided_on_hint': Record<never, never>
  'poll_tool.no_option': Record<never, never>
  'poll_tool.add_options': Record<never, never>
  'poll_tool.add_them': Record<never, never>
  'poll_tool.options_added': Record<never, never>
  'poll_tool.options_hint': Record<never, never>
  'poll_tool.ranks_stay': { most: number }
  'poll_tool.time_number': { number: number }
  'poll_tool.hour_number': { number: number }
  'poll_tool.times_hint': Record<never, never>
  'poll_tool.times_whole_day': Record<never, never>
  'poll_tool.times_zone': { zone: string | number }
  'poll_tool.times_stay': Record<never, never>
  'poll_tool.invite': Record<never, never>
  'poll_tool.invited': { people: number }
  'poll_tool.invite_them': Record<never, never>
  'poll_tool.invite_hint': { example: string | number }
  'poll_tool.invite_hint_thread': { example: string | number }
  'poll_tool.edit': Record<never, never>
  'poll_tool.edit_about': Record<never, never>
  'poll_tool.edit_draft_about': { again: Wrapped; discard: Wrapped }
  'poll_tool.edit_voted': { voted: number }
  'poll_tool.edit_voted_anonymous': Record<never, never>
  'poll_tool.edited': Record<never, never>
  'poll_tool.unchanged': Record<never, never>
  'poll_tool.discard': Record<never, never>
  'poll_tool.discard_about': Record<never, never>
  'poll_tool.delete': Record<never, never>
  'poll_tool.delete_about': Record<never, never>
  'poll_tool.delete_votes': { votes: number }
  'poll_tool.delete_links': Record<never, never>
  'poll_tool.delete_silent': Record<never, never>
  'poll_tool.delete_instead': { link: Wrapped }
  'poll_tool.deleted': Record<never, never>
  'poll_tool.draft_discarded': Record<never, never>
  'poll_tool.draft_opened': Record<never, never>
  'poll_tool.tags': Record<never, never>
  'poll_tool.tagged': Record<never, never>
  'poll_tool.save': Record<never, never>
  'poll_tool.markdown': Record<never, never>
  'poll_tool.results': Record<never, never>
  'poll_tool.results_off': Record<never, never>
  'poll_tool.results_until_vote': Record<never, never>
  'poll_tool.results_until_closed': Record<never, never>
  'poll_tool.results_hint': Record<never, never>
  'poll_tool.back': Record<never, never>
  'poll.page_title': { page: string | number; title: string | number }
  'poll.change_edited': { settings: string | number; time: NamedTime }
  'poll.change_edited_by': { name: string | number; settings: string | number; time: NamedTime }
  'poll.earlier_changes': { count: number }
  'poll.reopened_on': { time: NamedTime }
  'poll.edited_over_votes': Record<never, never>
  'poll.votes_before_edit': { votes: number }
  'poll.all_votes_before_edit': { votes: number }
  'poll.reopened_by_on': { name: string | number; time: NamedTime }
  'poll.closed_early_on': { time: NamedTime }
  'poll.closed_early_by_on': { name: string | number; time: NamedTime }
  'poll.closed_as_planned_on': { time: NamedTime }
  'poll.deadline_was': { time: NamedTime }
  'poll.outcome_published_on': { time: NamedTime }
  'poll.outcome_published_by_on': { name: string | number; time: NamedTime }
  'poll.outcome_edited_on': { time: NamedTime }
  'poll.outcome_edited_by_on': { name: string | number; time: NamedTime }
  'poll.outcome_withdrawn_on': { time: NamedTime }
  'poll.outcome_withdrawn_by_on': { name: string | number; time: NamedTime }
  'poll.outcome_withdrawn': Record<never, never>
  'poll.reworded': { link: Wrapped; time: NamedTime }
  'poll.reworded_check': { link: Wrapped }
  'poll.history': Record<never, never>
  'poll.history_about': Record<never, never>
  'poll.earlier_details': Record<never, never>
  'poll.no_details': Record<never, never>
  'poll.earlier_meanings': Record<never, never>
  'poll.no_meaning': Record<never, never>
  'poll.use_again': Record<never, never>
  'poll.see_voters': Record<never, never>
  'poll.share_link': Record<never, never>
  'poll.kind_in_group': { group: string | number; type: string | number }
  'poll.is_public': Record<never, never>
  'poll.what_was_asked': Record<never, never>
  'poll.what_is_voted_on': Record<never, never>
  'poll.whole_text': Record<never, never>
  'poll.less_text': Record<never, never>
  'poll.draft_saved': Record<never, never>
  'poll.is_open': Record<never, never>
  'poll.link': Record<never, never>
  'poll.link_of_voters': Record<never, never>
  'poll.voted_before': Record<never, never>
  'poll.voted_before_about': Record<never, never>
  'poll.ballot_voted': Record<never, never>
  'poll.first_vote_counts': Record<never, never>
  'poll.joined': { group: string | number }
  'poll.asked_by': Record<never, never>
  'poll.turnout': Record<never, never>
  'poll.turnout_of': { ballots: number; cast: number }
  'poll.who_got_ballot': Record<never, never>
  'poll.voting': Record<never, never>
  'poll.not_open_yet': Record<never, never>
  'poll.closes': Record<never, never>
  'poll.closed': Record<never, never>
  'poll.tools': Record<never, never>
  'poll.something_missing': Record<never, never>
  'poll.share': { title: string | number }
  'poll.qr_code': { link: string | number }
  'poll.share_about': Record<never, never>
  'poll.poster_for': Record<never, never>
  'poll.share_closed_about': Record<never, never>
  'poll.print': Record<never, never>
  'poll.voting_not_open': Record<never, never>
  'poll.vote_until': { time: NamedTime }
  'poll.voting_closed_on': { time: NamedTime }
  'poll.links_of_undecided': Record<never, never>
  'poll.back_to_voters': Record<never, never>
  'poll.who_has_voted': Record<never, never>
  'poll.voters_about': Record<never, never>
  'poll.voters_about_files': Record<never, never>
  'poll.not_voted_yet': { people: number }
  'poll.voted': { people: number }
  'poll.all_voted': Record<never, never>
  'poll.none_voted': Record<never, never>
  'poll.copy_links_about': Record<never, never>
  'poll.cast_by_key': { name: string | number }
  'poll.ballot_of_member': Record<never, never>
  'poll.ballot_of_invited': Record<never, never>
  'poll.ballot_of_guest': Record<never, never>
  'poll.ballot_of_named': Record<never, never>
  'poll.audit_about': Record<never, never>
  'poll.audit_anonymous': Record<never, never>
  'poll.audit_named': Record<never, never>
  'poll.audit_sum': { used: number; voters: number }
  'poll.audit_for_members': Record<never, never>
  'poll.ballots_given': { given: number; withdrawn: number }
  'poll.ballot_given': { name: string | number; time: NamedTime; why: string | number }
  'poll.ballot_given_withdrawn': { name: string | number; time: NamedTime; why: string | number }
  'poll.link_put_away': Record<never, never>
  'poll.link_put_away_here': Record<never, never>
  'poll.done_link_put_away': Record<never, never>
  'poll.link_put_away_about': Record<never, never>
  'poll.link_put_away_others': Record<never, never>
  'poll.link_put_away_invited': { link: Wrapped }
  'poll.no_ballot': Record<never, never>
  'poll.address_has_voted': Record<never, never>
  'poll.address_had_ballot': Record<never, never>
  'poll.vote_recorded_at': { when: string | number }
  'poll.vote_changed_at': { when: string | number }
  'poll.vote_recorded': Record<never, never>
  'poll.voting_has_closed': Record<never, never>
  'poll.ballot_ready': Record<never, never>
  'poll.has_ballot': Record<never, never>
  'poll.you_voted': { vote: string | number }
  'poll.vote_is_secret': Record<never, never>
  'poll.vote_is_secret_receipt': Record<never, never>
  'poll.vote_by_key': { name: string | number }
  'poll.own_vote_counts': Record<never, never>
  'poll.voting_has_not_opened': Record<never, never>
  'poll.draft_seen': Record<never, never>
  'poll.open_until': { distance: string | number; time: NamedTime }
  'poll.open_until_with_ballot': { distance: string | number; link: Wrapped; time: NamedTime }
  'poll.change_until': { distance: string | number; time: NamedTime }
  'poll.closed_on': { time: NamedTime }
  'poll.copied_by_admin': { day: string | number }
  'poll.copied_by_operator': { day: string | number }
  'poll.copied_can_vote': Record<never, never>
  'poll.copied_untold': Record<never, never>
  'poll.copied_untold_later': Record<never, never>
  'poll.personal_link': { name: string | number }
  'poll.personal_link_signed_in': { name: string | number; viewer: string | number }
  'poll.not_me': { name: string | number }
  'poll.put_link_away': Record<never, never>
  'poll.no_dots': Record<never, never>
  'poll.no_dots_about': Record<never, never>
  'poll.no_dots_tick': { button: string | number }
  'poll.cast_empty_vote': Record<never, never>
  'poll.vote_withdrawn_meanwhile': Record<never, never>
  'poll.voted_meanwhile': { vote: string | number }
  'poll.voted_meanwhile_by_key': { name: string | number; vote: string | number }
  'poll.replace_vote': { link: Wrapped }
  'poll.vote_not_recorded': Record<never, never>
  'poll.asked_other': Record<never, never>
  'poll.ballot_of_another': { name: string | number }
  'poll.ballot_of_another_signed_in': { name: string | number; viewer: string | number }
  'poll.ask_for_ballot': Record<never, never>
  'poll.closed_before_vote': Record<never, never>
  'poll.results_off': Record<never, never>
  'poll.results_until_vote': Record<never, never>
  'poll.results_after_vote': Record<never, never>
  'poll.results_until_closed': Record<never, never>
  'poll.results_anonymous': Record<never, never>
  'poll.all_times_early': { count: number }
  'poll.left_times_early': { count: number }
  'poll.some_times_early': { count: number; first: string | number }
  'poll.past_times_proposed': { count: number; first: string | number }
  'poll.propose_later': { count: number }
  'poll.times_over': Record<never, never>
  'poll.times_over_manage': { add: Wrapped; close: Wrapped }
  'poll.times_over_add': { add: Wrapped }
  'poll.block_stops': Record<never, never>
  'poll.block_is_counted': Record<never, never>
  'poll.no_options_yet': Record<never, never>
  'poll.add_first_option': Record<never, never>
  'poll.no_options_voters_add': Record<never, never>
  'poll.no_options': Record<never, never>
  'poll.no_option_added': Record<never, never>
  'type.proposal': Record<never, never>
  'type.anonymous_proposal': Record<never, never>
  'type.proposal_summary': Record<never, never>
  'type.poll': Record<never, never>
  'type.anonymous_poll': Record<never, never>
  'type.poll_summary': Record<never, never>
  'type.count': Record<never, never>
  'type.anonymous_count': Record<never, never>
  'type.count_summary': Record<never, never>
  'type.score': Record<never, never>
  'type.anonymous_score': Record<never, never>
  'type.score_summary': Record<never, never>
  'type.ranked_choice': Record<never, never>
  'type.anonymous_ranked_choice': Record<never, never>
  'type.ranked_choice_summary': Record<never, never>
  'type.meeting': Record<never, never>
  'type.anonymous_meeting': Record<never, never>
  'type.meeting_summary': Record<never, never>
  'type.dot_vote': Record<never, never>
  'type.anonymous_dot_vote': Record<never, never>
  'type.dot_vote_summary': Record<never, never>
  'type.options': Record<never, never>
  'type.proposed_times': Record<never, never>
  'type.agree': Record<never, never>
  'type.abstain': Record<never, never>
  'type.disagree': Record<never, never>
  'type.block': Record<never, never>
  'type.accept': Record<never, never>
  'type.decline': Record<never, never>
  'type.amount_voters': { voters: number }
  'type.amount_points': { points: number }
  'type.amount_average': { average: number; points: number }
  'type.amount_dots': { dots: number }
  'type.amount_coming': { voters: number }
  'type.amount_coming_need_be': { need_be: number; voters: number }
  'verdict.passes_when': { names: readonly string[] }
  'verdict.rules_met_when': { names: readonly string[] }
  'verdict.bound': { percent: number; thirds: 'two' | 'one' | 'other' }
  'verdict.rule_no_block': Record<never, never>
  'verdict.rule_quorum': { percent: number }
  'verdict.rule_agree': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible' }
  'verdict.rule_abstain': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible' }
  'verdict.rule_disagree': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible' }
  'verdict.rule_block': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible' }
  'verdict.rule_choose': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number }
  'verdict.rule_give_dots': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number }
  'verdict.rule_can_make': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number }
  'verdict.rule_rank': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number }
  'verdict.rule_score': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number }
  'verdict.ruling_no_block': { part: number }
  'verdict.ruling_quorum': { part: number; percent: number; reached: number; whole: number }
  'verdict.ruling_agree': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; part: number; reached: number; whole: number }
  'verdict.ruling_abstain': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; part: number; reached: number; whole: number }
  'verdict.ruling_disagree': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; part: number; reached: number; whole: number }
  'verdict.ruling_block': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; part: number; reached: number; whole: number }
  'verdict.ruling_choose': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number; part: number; reached: number; whole: number }
  'verdict.ruling_give_dots': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number; part: number; reached: number; whole: number }
  'verdict.ruling_can_make': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number; part: number; reached: number; whole: number }
  'verdict.ruling_rank': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number; part: number; reached: number; whole: number }
  'verdict.ruling_score': { at: 'least' | 'most'; bound: string | number; of: 'cast' | 'eligible'; option: string | number; part: number; reached: number; whole: number }
  'verdict.turnout': { part: number; share: number; whole: number }
  'verdict.passed': Record<never, never>
  'verdict.not_passed': Record<never, never>
  'verdict.rules_met': Record<never, never>
  'verdict.rules_not_met': Record<never, never>
  'verdict.not_decided': Record<never, never>
  'verdict.not_decided_yet': Record<never, never>
  'verdict.draft': Record<never, never>
  'verdict.counting': Record<never, never>
  'verdict.open': { clauses: string | number }
  'verdict.no_rules': { turnout: string | number }
  'verdict.nobody_voted': { head: string | number; voters: number }
  'verdict.closed': { clauses: string | number; head: string | number }
  'count.turnout': { part: number; whole: number }
  'count.wanted': { over: number; part: number; than: 'fewer' | 'more'; whole: number }
  'count.wanted_ended': { over: number; part: number; reached: 'short' | 'full' | 'more'; whole: number }
  'count.no_time': { voting: 'open' | 'other' }
  'count.counting': Record<never, never>
  'count.nobody_voted': { voters: number }
  'count.short_row': { amount: string | number; option: string | number }
  'count.row': { amount: string | number; option: string | number }
  'count.best_row': { amount: string | number; option: string | number }
  'count.rows': { rows: string | number }
  'count.first_rows': { more: number; rows: string | number }
  'sentence.clauses': { first: string | number; rest: string | number }
  'sentence.list': { first: string | number; rest: string | number }
  'sentence.next': { first: string | number; rest: string | number }
  'mail.introduces': { text: string | number }
  'mail.fact': { label: string | number; value: string | number }
  'mail.message': Record<never, never>
  'mail.writes': { who: string | number }
  'mail.whole_text': Record<never, never>
  'mail.code': Record<never, never>
  'mail.keep_link_and_code': Record<never, never>
  'mail.keep_link': Record<never, never>
  'mail.keep_links': Record<never, never>
  'mail.stop': { group: string | number }
  'mail.in_group': { group: string | number }
  'mail.personal_link': Record<never, never>
  'mail.unsubscribe_link': Record<never, never>
  'mail.code_place': Record<never, never>
  'mail.deleted_comment': Record<never, never>
  'mail.deleted_comment_text': Record<never, never>
  'mail.reason_ballot': { group: string | number }
  'mail.reason_admin': { group: string | number }
  'mail.reason_member': { group: string | number }
  'mail.sign_in_subject': { host: string | number }
  'mail.sign_in_preheader': { minutes: number }
  'mail.sign_in_heading': Record<never, never>
  'mail.sign_in_text': { host: string | number; minutes: number }
  'mail.sign_in_button': Record<never, never>
  'mail.sign_in_reason': Record<never, never>
  'mail.joining_text': { group: string | number; minutes: number }
  'mail.joining_asks_subject': { group: string | number }
  'mail.joining_asks_text': { group: string | number; minutes: number }
  'mail.joining_reason': { group: string | number; host: string | number }
  'mail.address_subject': { host: string | number }
  'mail.address_heading': Record<never, never>
  'mail.address_text': { host: string | number; minutes: number }
  'mail.address_reason': Record<never, never>
  'mail.address_taken_subject': { host: string | number }
  'mail.address_taken_text': { host: string | number }
  'mail.address_changed_subject': { host: string | number }
  'mail.address_changed_text': { host: string | number }
  'mail.address_changed_reason': { host: string | number }
  'mail.passkey_added': { host: string | number }
  'mail.passkey_added_text': { host: string | number }
  'mail.trial': { host: string | number }
  'mail.trial_text': { host: string | number }
  'mail.passkey_removed': { host: string | number }
  'mail.passkey_removed_text': { host: string | number }
  'mail.login_linked': { host: string | number }
  'mail.login_linked_text': { host: string | number }
  'mail.login_removed': { host: string | number }
  'mail.login_removed_text': { host: string | number }
  'mail.passkey_reason': { host: string | number }
  'mail.join_subject': { host: string | number }
  'mail.join_heading': Record<never, never>
  'mail.join_text': { host: string | number; minutes: number }
  'mail.join_reason': { host: string | number }
  'mail.invitation': { group: string | number }
  'mail.invitation_by': { group: string | number; who: string | number }
  'mail.invitation_preheader': Record<never, never>
  'mail.invitation_text': { group: string | number }
  'mail.invitation_button': Record<never, never>
  'mail.invitation_reason': { group: string | number }
  'mail.open_polls': Record<never, never>
  'mail.open_poll_closes': { closing: string | number; title: string | number }
  'mail.open_poll_anonymous': { title: string | number }
  'mail.open_poll_anonymous_closes': { closing: string | number; title: string | number }
  'mail.more_polls': Record<never, never>
  'mail.voting_joins': { group: string | number }
  'mail.voting_joins_named': { group: string | number }
  'mail.webhook_subject': { group: string | number }
  'mail.webhook_heading': Record<never, never>
  'mail.webhook_gone': { host: string | number }
  'mail.webhook_failing': { host: string | number }
  'mail.webhook_text': Record<never, never>
  'mail.open_group': Record<never, never>
  'mail.join_request_subject': { group: string | number; who: string | number }
  'mail.join_request_text': { group: string | number; who: string | number }
  'mail.join_request_page': Record<never, never>
  'mail.join_flood_subject': { group: string | number }
  'mail.join_flood_text': Record<never, never>
  'mail.join_flood_page': Record<never, never>
  'mail.join_approved_subject': { group: string | number }
  'mail.join_approved_text': { group: string | number }
  'mail.join_declined_subject': { group: string | number }
  'mail.join_declined_text': { group: string | number }
  'mail.join_answer_reason': { group: string | number }
  'mail.key_subject': { group: string | number; name: string | number }
  'mail.key_preheader': Record<never, never>
  'mail.key_heading': Record<never, never>
  'mail.key_text': { name: string | number }
  'mail.key': Record<never, never>
  'mail.key_value': { name: string | number; prefix: string | number }
  'mail.key_expires': Record<never, never>
  'mail.thread_new': { title: string | number }
  'mail.thread_started': { group: string | number }
  'mail.thread_started_by': { group: string | number; who: string | number }
  'mail.thread_button': Record<never, never>
  'mail.thread_invitation': { title: string | number }
  'mail.thread_invitation_heading': { group: string | number }
  'mail.thread_invitation_by': { group: string | number; who: string | number }
  'mail.thread_invitation_text': Record<never, never>
  'mail.thread_invitation_reason': { group: string | number }
  'mail.comment_new': { title: string | number }
  'mail.comment_button': Record<never, never>
  'mail.mention': Record<never, never>
  'mail.mention_by': { who: string | number }
  'mail.mention_reason': { group: string | number }
  'mail.reply': { who: string | number }
  'mail.reply_reason': { group: string | number }
  'mail.thread_comment': { who: string | number }
  'mail.thread_comment_reason': { group: string | number }
  'mail.vote_now': Record<never, never>
  'mail.see_poll': Record<never, never>
  'mail.closes_on': { closing: string | number }
  'mail.closes_on_in': { closing: string | number; group: string | number }
  'mail.poll_open': { title: string | number }
  'mail.poll_open_heading': { group: string | number }
  'mail.please_vote': { title: string | number }
  'mail.asks': { group: string | number }
  'mail.asks_by': { group: string | number; who: string | number }
  'mail.asks_text': { group: string | number }
  'mail.asks_text_by': { group: string | number; who: string | number }
  'mail.draft': { title: string | number }
  'mail.draft_preheader': Record<never, never>
  'mail.draft_heading': { group: string | number }
  'mail.draft_heading_by': { group: string | number; who: string | number }
  'mail.draft_text': Record<never, never>
  'mail.closing_soon': { title: string | number }
  'mail.please_still_vote': { title: string | number }
  'mail.not_voted_heading': Record<never, never>
  'mail.closing_soon_heading': Record<never, never>
  'mail.reminder_asked_reason': { group: string | number }
  'mail.reminder_author_reason': { group: string | number }
  'mail.reminder_ballot_reason': { group: string | number }
  'mail.closed': { title: string | number }
  'mail.closed_heading': Record<never, never>
  'mail.closed_button': Record<never, never>
  'mail.closed_reason': { group: string | number }
  'mail.results': Record<never, never>
  'mail.choose_one': Record<never, never>
  'mail.fact_closes': Record<never, never>
  'mail.fact_closed': Record<never, never>
  'mail.fact_kind': Record<never, never>
  'mail.fact_thread': Record<never, never>
  'mail.anonymous': Record<never, never>
  'mail.anonymous_receipts': Record<never, never>
  'mail.receipts': Record<never, never>
  'mail.results_closed': Record<never, never>
  'mail.results_voted': Record<never, never>
  'mail.outcome': { title: string | number }
  'mail.outcome_heading': { group: string | number }
  'mail.outcome_heading_by': { group: string | number; who: string | number }
  'mail.outcome_button': Record<never, never>
  'mail.outcome_reason': { group: string | number }
  'mail.reopened': { title: string | number }
  'mail.reopened_heading': { group: string | number }
  'mail.reopened_by': { who: string | number }
  'mail.outcome_withdrawn': { day: string | number }
  'mail.taken_back': { title: string | number }
  'mail.taken_back_heading': { group: string | number }
  'mail.taken_back_by': { who: string | number }
  'mail.stays_closed': Record<never, never>
  'mail.outcome_replaces': { day: string | number }
  'mail.open_again': { closing: string | number }
  'mail.closed_again': Record<never, never>
  'mail.votes_stay': Record<never, never>
  'mail.own_vote_stays': Record<never, never>
  'mail.own_vote_missing': Record<never, never>
  'mail.outcome_withdrawn_reason': { group: string | number }
  'mail.reopened_on': { day: string | number }
  'mail.reopened_withdrawn': { day: string | number; outcome_day: string | number }
  'mail.reworded_on': { day: string | number }
  'mail.meeting_attached': Record<never, never>
  'mail.meeting_moved': { title: string | number }
  'mail.meeting_moved_heading': { group: string | number }
  'mail.meeting_moved_attached': Record<never, never>
  'mail.meeting_cancelled': { title: string | number }
  'mail.meeting_cancelled_heading': { group: string | number }
  'mail.meeting_cancelled_attached': Record<never, never>
  'mail.meeting_cancelled_entry': Record<never, never>
  'mail.meeting_poll_deleted': Record<never, never>
  'mail.meeting_poll_reopened': Record<never, never>
  'mail.meeting_was': Record<never, never>
  'mail.meeting_cancelled_reason': { group: string | number }
  'mail.review': { title: string | number }
  'mail.review_heading': Record<never, never>
  'mail.review_text': Record<never, never>
  'mail.review_reason': { group: string | number }
  'mail.fact_decided': Record<never, never>
  'mail.fact_result': Record<never, never>
  'mail.fact_turnout': Record<never, never>
  'mail.fact_fingerprint': Record<never, never>
  'mail.fact_head': Record<never, never>
  'mail.head_unsigned': Record<never, never>
  'mail.fact_key': Record<never, never>
  'mail.fact_review': Record<never, never>
  'mail.fact_edited': Record<never, never>
  'help.title': Record<never, never>
  'help.on_this_page': Record<never, never>
  'help.part.voting': Record<never, never>
  'help.part.facilitating': Record<never, never>
  'help.part.admins': Record<never, never>
  'help.part.programs': Record<never, never>
  'help.ask.ballot': Record<never, never>
  'help.ask.changing': Record<never, never>
  'help.ask.seen': Record<never, never>
  'help.ask.results': Record<never, never>
  'help.ask.signing_in': Record<never, never>
  'help.ask.link': Record<never, never>
  'help.ask.mails': Record<never, never>
  'help.ask.notices': Record<never, never>
  'help.ask.keys': Record<never, never>
  'help.ask.all_voting': Record<never, never>
  'help.ask.making': Record<never, never>
  'help.ask.types': Record<never, never>
  'help.ask.types_about': { count: number }
  'help.ask.voters': Record<never, never>
  'help.ask.secrecy': Record<never, never>
  'help.ask.passing': Record<never, never>
  'help.ask.outcomes': Record<never, never>
  'help.ask.all_facilitating': Record<never, never>
  'help.ask.inviting': Record<never, never>
  'help.ask.admins': Record<never, never>
  'help.ask.public': Record<never, never>
  'help.ask.running': Record<never, never>
  'help.ask.moving': Record<never, never>
  'help.ask.api': Record<never, never>
  'help.ask.api_about': Record<never, never>
  'help.ask.errors': Record<never, never>
  'help.ask.errors_about': Record<never, never>
  'help.ask.b2': Record<never, never>
  'help.ask.b2_about': Record<never, never>
  'help.ask.mcp': Record<never, never>
  'help.ask.mcp_about': Record<never, never>
  'help.ask.changes': Record<never, never>
  'help.ask.changes_about': Record<never, never>
  'help.voting.title': Record<never, never>
  'help.voting.about': Record<never, never>
  'help.voting.ballot': Record<never, never>
  'help.voting.ballot_1': { b: Wrapped }
  'help.voting.ballot_2': Record<never, never>
  'help.voting.ballot_3': { account: Wrapped }
  'help.voting.changing': Record<never, never>
  'help.voting.changing_1': { b: Wrapped }
  'help.voting.link': Record<never, never>
  'help.voting.link_1': Record<never, never>
  'help.voting.link_2': Record<never, never>
  'help.voting.link_3': Record<never, never>
  'help.voting.joining': Record<never, never>
  'help.voting.joining_1': Record<never, never>
  'help.voting.joining_2': Record<never, never>
  'help.voting.signing_in': Record<never, never>
  'help.voting.signing_in_1': { sign_in: Wrapped }
  'help.voting.signing_in_2': { minutes: number }
  'help.voting.signing_in_3': { tries: number }
  'help.voting.signing_in_4': Record<never, never>
  'help.voting.signing_in_5': { account: Wrapped }
  'help.voting.signing_in_6': { passkeys: Wrapped }
  'help.voting.signing_in_7': { account: Wrapped }
  'help.voting.signing_in_8': { access: Wrapped }
  'help.voting.types': { count: number }
  'help.voting.seen': Record<never, never>
  'help.voting.seen_1': { anonymous: Wrapped }
  'help.voting.results': Record<never, never>
  'help.voting.results_1': Record<never, never>
  'help.voting.anonymous': Record<never, never>
  'help.voting.anonymous_1': Record<never, never>
  'help.voting.anonymous_2': Record<never, never>
  'help.voting.anonymous_3': Record<never, never>
  'help.voting.anonymous_4': Record<never, never>
  'help.voting.anonymous_5': Record<never, never>
  'help.voting.anonymous_6': Record<never, never>
  'help.voting.anonymous_7': Record<never, never>
  'help.voting.anonymous_8': Record<never, never>
  'help.voting.anonymous_9': Record<never, never>
  'help.voting.mails': Record<never, never>
  'help.voting.mails_1': { account: Wrapped }
  'help.voting.notices': Record<never, never>
  'help.voting.notices_1': { account: Wrapped }
  'help.voting.keys': Record<never, never>
  'help.voting.keys_1': { kbd: Wrapped }
  'help.facilitating.title': Record<never, never>
  'help.facilitating.about': Record<never, never>
  'help.facilitating.making': Record<never, never>
  'help.facilitating.making_1': { b: Wrapped }
  'help.facilitating.making_2': { b: Wrapped }
  'help.facilitating.first': Record<never, never>
  'help.facilitating.first_1': Record<never, never>
  'help.facilitating.types': Record<never, never>
  'help.facilitating.voters': Record<never, never>
  'help.facilitating.voters_1': Record<never, never>
  'help.facilitating.voters_2': Record<never, never>
  'help.facilitating.voters_3': Record<never, never>
  'help.facilitating.voters_4': Record<never, never>
  'help.facilitating.secrecy': Record<never, never>
  'help.facilitating.secrecy_1': { anonymous: Wrapped }
  'help.facilitating.passing': Record<never, never>
  'help.facilitating.passing_1': Record<never, never>
  'help.facilitating.passing_2': Record<never, never>
  'help.facilitating.passing_3': Record<never, never>
  'help.facilitating.passing_4': Record<never, never>
  'help.facilitating.passing_5': Record<never, never>
  'help.facilitating.reminding': Record<never, never>
  'help.facilitating.reminding_1': { before: number; pause: number }
  'help.facilitating.reminding_2': Record<never, never>
  'help.facilitating.reminding_3': Record<never, never>
  'help.facilitating.outcomes': Record<never, never>
  'help.facilitating.outcomes_1': Record<never, never>
  'help.facilitating.keeping': Record<never, never>
  'help.facilitating.keeping_1': Record<never, never>
  'help.facilitating.keeping_2': { code: Wrapped }
  'help.facilitating.inviting': Record<never, never>
  'help.facilitating.inviting_1': Record<never, never>
  'help.facilitating.inviting_2': Record<never, never>
  'help.facilitating.public': Record<never, never>
  'help.facilitating.public_1': Record<never, never>
  'help.facilitating.public_2': Record<never, never>
  'help.facilitating.public_3': { code: Wrapped }
  'help.facilitating.admins': Record<never, never>
  'help.facilitating.admins_1': Record<never, never>
  'help.facilitating.admins_2': Record<never, never>
  'help.facilitating.admins_3': Record<never, never>
  'help.facilitating.tags_1': { most: number }
  'help.facilitating.tags_2': Record<never, never>
  'ballot.poll_changed': Record<never, never>
  'ballot.reason_missing': Record<never, never>
  'ballot.reason_too_long': { most: number }
  'ballot.reason_not_allowed': Record<never, never>
  'ballot.given_twice': { number: string | number }
  'ballot.your_ballot': Record<never, never>
  'ballot.show': Record<never, never>
  'ballot.you_voted': { vote: string | number }
  'ballot.options_added': { options: number }
  'ballot.reworded': Record<never, never>
  'ballot.edited_meanwhile': Record<never, never>
  'ballot.change': Record<never, never>
  'ballot.name_hint': Record<never, never>
  'ballot.votes_as': { name: string | number }
  'ballot.anonymous': { strong: Wrapped }
  'ballot.anonymous_receipt': { strong: Wrapped }
  'ballot.receipt_about': { link: Wrapped }
  'ballot.mark': Record<never, never>
  'ballot.mark_hint': Record<never, never>
  'ballot.may_stand_out': Record<never, never>
  'receipt.title': Record<never, never>
  'receipt.about': { link: Wrapped }
  'receipt.answers': { names: readonly string[] }
  'receipt.save': Record<never, never>
  'receipt.print': Record<never, never>
  'receipt.text': Record<never, never>
  'receipt.qr': Record<never, never>
  'receipt.done': Record<never, never>
  'receipt.later': Record<never, never>
  'receipt.lost': Record<never, never>
  'receipt.ask': Record<never, never>
  'receipt.other': Record<never, never>
  'receipt.fingerprint': { fingerprint: string | number }
  'receipt.check_later': Record<never, never>
  'receipt.with': { link: Wrapped }
  'receipt.not_again': Record<never, never>
  'receipt.without': Record<never, never>
  'ballot.joins': { group: string | number }
  'ballot.cast': Record<never, never>
  'ballot.closed_uncast': Record<never, never>
  'ballot.closed_unchanged': Record<never, never>
  'ballot.change_vote': Record<never, never>
  'ballot.chosen_by_link': { button: string | number; choice: string | number }
  'ballot.edited_after_email': Record<never, never>
  'ballot.check_choice': Record<never, never>
  'ballot.see_changes': { link: Wrapped }
  'ballot.not_cast': Record<never, never>
  'ballot.not_changed': Record<never, never>
  'ballot.fault_of': { message: string | number; what: string | number }
  'ballot.your_reason': Record<never, never>
  'ballot.add_reason': Record<never, never>
  'ballot.your_reason_optional': Record<never, never>
  'ballot.reason_hint': Record<never, never>
  'ballot.nothing_chosen': Record<never, never>
  'ballot.move_up': { option: string | number }
  'ballot.move_down': { option: string | number }
  'ballot.place_of': { all: string | number; option: string | number; place: string | number }
  'ballot.no_rank_of': { option: string | number }
  'ballot.drag': Record<never, never>
  'ballot.dots_left': { all: number; left: string | number }
  'ballot.dots_none_left': { all: number }
  'ballot.dots_over': { all: number; given: string | number; over: string | number }
  'ballot.dots_full': Record<never, never>
  'ballot.dots_all_here': Record<never, never>
  'ballot.dot_less': { option: string | number }
  'ballot.dot_more': { option: string | number }
  'ballot.no_to_rest': Record<never, never>
  'ballot.time_over': Record<never, never>
  'ballot.without_answer': { left: string | number }
  'ballot.answered_no': { count: string | number }
  'ballot.number_missing': Record<never, never>
  'ballot.number_out_of_range': { least: number; most: number }
  'ballot.rank_out_of_range': { least: number; most: number }
  'ballot.no_score': Record<never, never>
  'ballot.yes': Record<never, never>
  'ballot.if_need_be': Record<never, never>
  'ballot.no': Record<never, never>
  'ballot.zone': { zone: string | number }
  'ballot.answer_missing': Record<never, never>
  'ballot.no_answer': Record<never, never>
  'ballot.one_answer_only': Record<never, never>
  'ballot.answer_out_of_range': Record<never, never>
  'ballot.number_of': { label: string | number; number: number }
  'ballot.times_counted': { answer: string | number; count: number }
  'ballot.semicolon': { after: string | number; before: string | number }
  'ballot.proposal_asks': Record<never, never>
  'ballot.proposal_told': Record<never, never>
  'ballot.count_asks': Record<never, never>
  'ballot.count_told': Record<never, never>
  'ballot.poll_asks_one': Record<never, never>
  'ballot.poll_asks_exactly': { most: number }
  'ballot.poll_asks_up_to': { most: number }
  'ballot.poll_asks_range': { least: number; most: number }
  'ballot.poll_told_exactly': { most: number }
  'ballot.poll_told_one': Record<never, never>
  'ballot.poll_told_up_to': { most: number }
  'ballot.poll_told_range': { least: number; most: number }
  'ballot.poll_wrong_exactly': { given: number; most: number }
  'ballot.poll_wrong_range': { given: number; least: number; most: number }
  'ballot.score_asks_all': { highest: number; lowest: number }
  'ballot.score_asks_some': { highest: number; lowest: number }
  'ballot.score_told_all': { highest: number; lowest: number }
  'ballot.score_told_some': { highest: number; lowest: number }
  'ballot.score_wrong_exactly': { given: number; most: number }
  'ballot.score_wrong_range': { given: number; least: number; most: number }
  'ballot.dots_asks': { dots: number }
  'ballot.dots_told': { dots: number }
  'ballot.dots_shares': { budget: number }
  'ballot.dots_wrong_exactly': { given: number; most: number }
  'ballot.dots_wrong_range': { given: number; least: number; most: number }
  'ballot.ranks_asks_some': { most: number }
  'ballot.ranks_asks_all': { most: number }
  'ballot.ranks_asks_free': Record<never, never>
  'ballot.ranks_asks_range': { least: number; most: number }
  'ballot.ranks_told_some': { most: number }
  'ballot.ranks_told_all': Record<never, never>
  'ballot.ranks_told_free': Record<never, never>
  'ballot.ranks_told_range': { least: number; most: number }
  'ballot.ranks_wrong_all': { given: number }
  'ballot.ranks_wrong_exactly': { given: number; most: number }
  'ballot.ranks_wrong_range': { given: number; least: number; most: number }
  'ballot.meeting_asks': Record<never, never>
  'ballot.meeting_told': Record<never, never>
  'ballot.meeting_told_yes_no': Record<never, never>
  'ballot.meeting_wrong': { missing: number }
  'ballot.filling_in_proposal': Record<never, never>
  'ballot.filling_in_poll': Record<never, never>
  'ballot.filling_in_count': Record<never, never>
  'ballot.filling_in_score': Record<never, never>
  'ballot.filling_in_dot_vote': Record<never, never>
  'ballot.filling_in_ranked_choice': Record<never, never>
  'ballot.filling_in_meeting': Record<never, never>
  'ballot.when_poll': Record<never, never>
  'ballot.when_count': Record<never, never>
  'ballot.when_score': Record<never, never>
  'ballot.when_dot_vote': Record<never, never>
  'ballot.when_ranked_choice': Record<never, never>
  'ballot.when_meeting': Record<never, never>
  'ballot.when_proposal': Record<never, never>
  'result.most_votes': Record<never, never>
  'result.most_answers': Record<never, never>
  'result.most_points': Record<never, never>
  'result.most_dots': Record<never, never>
  'result.suits_best': Record<never, never>
  'result.all_who_voted': { voters: number }
  'result.yes_from_all': { voters: number }
  'result.most_points_possible': { points: number }
  'result.all_dots': { dots: number }
  'result.votes_of': { share: number; voters: number; votes: number }
  'result.average_of': { average: number; most: number; points: number }
  'result.median_of': { average: number; median: number; most: number }
  'result.no_average': Record<never, never>
  'result.points_of': { most: number; points: number }
  'result.dots_from': { dots: number; voters: number }
  'result.no_dots': Record<never, never>
  'result.dots_from_cost': { cost: number; dots: number; voters: number }
  'result.no_dots_cost': { cost: number }
  'result.can_come': { can: number; perhaps: number; unasked: number; voters: number }
  'result.voted_before_added': { voters: number }
  'result.positions': { list: readonly string[] }
  'result.agree_of': { voters: number; votes: number }
  'result.agree': { votes: number }
  'result.abstain_of': { voters: number; votes: number }
  'result.abstain': { votes: number }
  'result.disagree_of': { voters: number; votes: number }
  'result.disagree': { votes: number }
  'result.block_of': { voters: number; votes: number }
  'result.block': { votes: number }
  'result.who_can_come': Record<never, never>
  'result.voter': Record<never, never>
  'result.best_time': Record<never, never>
  'result.you': Record<never, never>
  'result.results': Record<never, never>
  'result.counting': Record<never, never>
  'result.uncounted': Record<never, never>
  'result.nobody_voted': Record<never, never>
  'result.turnout': { voted: number; voters: number }
  'result.met': { ruling: string | number }
  'result.not_met': { ruling: string | number }
  'result.verdict': { verdict: string | number }
  'result.tied': { first: string | number }
  'result.lead': { first: string | number; options: string | number }
  'result.lead_tied': { first: string | number; options: string | number }
  'result.options_and_more': { more: number; options: string | number }
  'result.your_choice': Record<never, never>
  'result.you_gave': { number: number }
  'result.your_rank': { rank: number }
  'result.reasons': Record<never, never>
  'result.latest_reasons': { most: number }
  'result.when_by_key': { name: string | number; when: string | number }
  'result.outcome': Record<never, never>
  'result.earlier_outcome': { day: string | number }
  'result.earlier_text': Record<never, never>
  'result.withdrawn': { day: string | number }
  'result.taken_back': { day: string | number }
  'result.published': { day: string | number }
  'result.edited': { day: string | number }
  'result.edited_mark': Record<never, never>
  'result.decided_on': { option: string | number }
  'result.add_to_calendar': Record<never, never>
  'result.review_on': { day: string | number }
  'result.keep': Record<never, never>
  'result.ballots_csv': Record<never, never>
  'result.ballots_blt': Record<never, never>
  'result.ballots_json': Record<never, never>
  'result.print_minutes': Record<never, never>
  'result.check': Record<never, never>
  'result.check_in_short': Record<never, never>
  'result.check_fold': Record<never, never>
  'result.check_fingerprint': { code: string | number }
  'result.check_about': Record<never, never>
  'result.check_signed': Record<never, never>
  'result.check_unsigned': Record<never, never>
  'result.check_earlier_key': Record<never, never>
  'result.check_head': Record<never, never>
  'result.check_record': Record<never, never>
  'result.check_entry': Record<never, never>
  'result.check_how': { code: Wrapped; help: Wrapped; link: Wrapped }
  'result.check_receipt': Record<never, never>
  'result.check_no_receipt': Record<never, never>
  'result.check_keys': Record<never, never>
  'result.no_longer_signed': Record<never, never>
  'result.signed_at_closing': { time: NamedTime }
  'result.signed_before': Record<never, never>
  'result.csv_numbers': { meanings: string | number }
  'result.csv_number': { answer: string | number; number: number }
  'result.keep_about': { code: Wrapped; link: Wrapped }
  'result.keep_about_anonymous': { code: Wrapped; link: Wrapped }
  'result.keep_minutes': { link: Wrapped }
  'result.anonymous': Record<never, never>
  'result.anonymous_about': Record<never, never>
  'result.anonymous_about_receipts': Record<never, never>
  'result.anonymous_few': { strong: Wrapped }
  'result.anonymous_limits': { link: Wrapped }
  'result.encrypted': Record<never, never>
  'result.sealed': { time: NamedTime }
  'result.key_destroyed': { time: NamedTime }
  'result.key_being_destroyed': Record<never, never>
  'result.unencrypted': Record<never, never>
  'result.unencrypted_before': { time: NamedTime }
  'result.key_missing': Record<never, never>
  'result.key_missing_about': Record<never, never>
  'calendar.all_day': Record<never, never>
  'calendar.hint': { zone: string | number }
  'calendar.add_times': Record<never, never>
  'calendar.earlier': Record<never, never>
  'calendar.later': Record<never, never>
  'calendar.time_for_all': Record<never, never>
  'calendar.add_to_all': Record<never, never>
  'calendar.time_on': { day: string | number; number: number }
  'calendar.add_time': Record<never, never>
  'calendar.remove_time': { day: string | number; number: number }
  'calendar.copy_to_all': Record<never, never>
  'calendar.button_of': { day: string | number }
  'drawing.more_on_page': { count: number }
  'drawing.who_chose': { option: string | number }
  'drawing.show_names': { count: number }
  'drawing.points_about': { best: number }
  'drawing.firsts_about': Record<never, never>
  'drawing.first_choice_of': { voters: number; votes: number }
  'drawing.medians_about': Record<never, never>
  'drawing.score_from': { score: string | number; voters: number }
  'drawing.score_range': { high: number; low: number }
  'drawing.scores_of': { option: string | number; scores: string | number }
  'drawing.all_voters': { voters: number }
  'drawing.at_least': { bound: string | number; option: string | number }
  'drawing.at_most': { bound: string | number; option: string | number }
  'hook.new_discussion.label': Record<never, never>
  'hook.new_discussion.by': { title: string | number; who: string | number }
  'hook.new_discussion.nobody': { title: string | number }
  'hook.discussion_edited.label': Record<never, never>
  'hook.discussion_edited.by': { title: string | number; who: string | number }
  'hook.discussion_edited.nobody': { title: string | number }
  'hook.new_comment.label': Record<never, never>
  'hook.new_comment.text': { title: string | number; who: string | number }
  'hook.poll_created.label': Record<never, never>
  'hook.poll_created.by': { title: string | number; who: string | number }
  'hook.poll_created.nobody': { title: string | number }
  'hook.poll_opened.label': Record<never, never>
  'hook.poll_opened.text': { title: string | number }
  'hook.poll_edited.label': Record<never, never>
  'hook.poll_edited.by': { title: string | number; who: string | number }
  'hook.poll_edited.nobody': { title: string | number }
  'hook.poll_closing_soon.label': Record<never, never>
  'hook.poll_closing_soon.text': { title: string | number }
  'hook.poll_expired.label': Record<never, never>
  'hook.poll_expired.text': { title: string | number }
  'hook.poll_closed_by_user.label': Record<never, never>
  'hook.poll_closed_by_user.by': { title: string | number; who: string | number }
  'hook.poll_closed_by_user.nobody': { title: string | number }
  'hook.poll_reopened.label': Record<never, never>
  'hook.poll_reopened.by': { title: string | number; who: string | number }
  'hook.poll_reopened.nobody': { title: string | number }
  'hook.outcome_created.label': Record<never, never>
  'hook.outcome_created.by': { title: string | number; who: string | number }
  'hook.outcome_created.nobody': { title: string | number }
  'hook.outcome_updated.label': Record<never, never>
  'hook.outcome_updated.by': { title: string | number; who: string | number }
  'hook.outcome_updated.nobody': { title: string | number }
  'hook.outcome_withdrawn.label': Record<never, never>
  'hook.outcome_withdrawn.by': { title: string | number; who: string | number }
  'hook.outcome_withdrawn.nobody': { title: string | number }
  'hook.outcome_review_due.label': Record<never, never>
  'hook.outcome_review_due.text': { title: string | number }
  'hook.stance_created.label': Record<never, never>
  'hook.stance_created.by': { title: string | number; who: string | number }
  'hook.stance_created.nobody': { title: string | number }
  'hook.stance_updated.label': Record<never, never>
  'hook.stance_updated.by': { title: string | number; who: string | number }
  'hook.stance_updated.nobody': { title: string | number }
  'hook.membership_created.label': Record<never, never>
  'hook.membership_created.by': { group: string | number; member: string | number; who: string | number }
  'hook.membership_created.nobody': { group: string | number; member: string | number }
  'hook.membership_removed.label': Record<never, never>
  'hook.membership_removed.by': { group: string | number; member: string | number; who: string | number }
  'hook.membership_removed.nobody': { group: string | number; member: string | number }
  'hook.membership_removed.withdrawn_by': { group: string | number; who: string | number }
  'hook.membership_removed.withdrawn': { group: string | number }
  'hook.stance_created.by_key': { key: string | number; title: string | number; who: string | number }
  'hook.stance_created.by_key_nobody': { key: string | number; title: string | number }
  'hook.stance_updated.by_key': { key: string | number; title: string | number; who: string | number }
  'hook.stance_updated.by_key_nobody': { key: string | number; title: string | number }
  'hook.not_open': Record<never, never>
  'hook.closes': { when: string | number }
  'hook.closed': { when: string | number }
  'hook.test': { group: string | number }
  'feed.your_vote': { title: string | number }
  'feed.closes': { title: string | number }
  'feed.closed': { title: string | number }
  'feed.about_your_vote': { group: string | number; kind: string | number }
  'feed.about_closes': { group: string | number; kind: string | number }
  'feed.about_closed': { group: string | number; kind: string | number }
  'feed.review': { title: string | number }
  'feed.about_review': { group: string | number }
  'feed.outcome': { title: string | number }
  'feed.fingerprint': { fingerprint: string | number }
  'feed.decided_on': { option: string | number }
  'thread.kicker': { group: string | number }
  'thread.started': Record<never, never>
  'thread.started_already': Record<never, never>
  'thread.started_already_about': { link: Wrapped; title: string | number }
  'thread.started_and_gone': Record<never, never>
  'thread.start_another': Record<never, never>
  'thread.shared_name': { count: number; example: string | number; name: string | number }
  'thread.closed': Record<never, never>
  'thread.closed_about': Record<never, never>
  'thread.threads': Record<never, never>
  'thread.opening_post': Record<never, never>
  'thread.edited': Record<never, never>
  'thread.title_alone': Record<never, never>
  'thread.not_posted': Record<never, never>
  'thread.kept_text': Record<never, never>
  'thread.refused': { b: Wrapped; reason: string | number }
  'thread.your_text': Record<never, never>
  'thread.your_link': Record<never, never>
  'thread.link_note': { name: string | number }
  'thread.link_note_guest': { name: string | number }
  'thread.link_signed_in': { name: string | number; viewer: string | number }
  'thread.link_unnamed': { name: string | number }
  'thread.link_as_guest': Record<never, never>
  'thread.link_signed_in_unnamed': { name: string | number; viewer: string | number }
  'thread.leave': { name: string | number }
  'thread.link_put_away_about': Record<never, never>
  'thread.replies_to': { name: string | number }
  'thread.more_replies': Record<never, never>
  'thread.reply': Record<never, never>
  'thread.reply_to': { name: string | number }
  'thread.begun_before': { comment: Wrapped; name: string | number }
  'thread.deleted_by_author': { name: string | number }
  'thread.deleted_by_admin': { name: string | number }
  'thread.mentions': { names: readonly string[] }
  'thread.new': Record<never, never>
  'thread.edit': Record<never, never>
  'thread.delete': Record<never, never>
  'thread.edit_comment_of': { name: string | number }
  'thread.delete_comment_of': { name: string | number }
  'thread.your_comment': Record<never, never>
  'thread.your_reply': Record<never, never>
  'thread.markdown_hint': Record<never, never>
  'thread.name_hint': Record<never, never>
  'thread.comment_joins': { group: string | number }
  'thread.writes_as': { name: string | number }
  'thread.post_comment': Record<never, never>
  'thread.post_reply': Record<never, never>
  'thread.post_apart': Record<never, never>
  'thread.draft_kept': { time: NamedTime }
  'thread.draft_in_browser': Record<never, never>
  'thread.draft_newer': Record<never, never>
  'thread.draft_not_saved': Record<never, never>
  'thread.see_newer_draft': Record<never, never>
  'thread.draft_waits': Record<never, never>
  'thread.draft_moved': Record<never, never>
  'thread.discard': Record<never, never>
  'thread.preview_note': Record<never, never>
  'thread.preview_edit': Record<never, never>
  'thread.preview': Record<never, never>
  'thread.mention': Record<never, never>
  'thread.mention_hint': Record<never, never>
  'thread.mention_hint_unsent': Record<never, never>
  'thread.people_mentioned': Record<never, never>
  'thread.be_first': Record<never, never>
  'thread.no_comment': Record<never, never>
  'thread.add_comment': Record<never, never>
  'thread.comments': { comments: number }
  'thread.polls': { polls: number }
  'thread.comments_and_polls': { comments: number; polls: number }
  'thread.unread_comments': { count: number }
  'thread.go_to_first': Record<never, never>
  'thread.mark_read': Record<never, never>
  'thread.pages': Record<never, never>
  'thread.earlier': Record<never, never>
  'thread.later': Record<never, never>
  'thread.page_of': { page: number; pages: number }
  'thread.started_by': Record<never, never>
  'thread.started_at': Record<never, never>
  'thread.closed_at': Record<never, never>
  'thread.readers': Record<never, never>
  'thread.start_poll': Record<never, never>
  'thread.invite': Record<never, never>
  'thread.edit_thread': Record<never, never>
  'thread.close_thread': Record<never, never>
  'thread.reopen_thread': Record<never, never>
  'thread.poll_by': { kind: string | number; name: string | number }
  'thread.ballots_cast': { cast: number; own: string | number; voters: number }
  'thread.people_wanted': { people: number }
  'thread.no_ballot': Record<never, never>
  'thread.vote_recorded': Record<never, never>
  'thread.vote_reworded': Record<never, never>
  'thread.poll_edited': { link: Wrapped; settings: string | number }
  'thread.vote_not_shown': Record<never, never>
  'thread.please_vote': Record<never, never>
  'thread.did_not_vote': Record<never, never>
  'thread.have_ballot': Record<never, never>
  'thread.not_open': Record<never, never>
  'thread.closes': { distance: string | number; time: NamedTime }
  'thread.voting_closed': { distance: string | number; time: NamedTime }
  'thread.results': Record<never, never>
  'thread.outcome': Record<never, never>
  'thread.vote': Record<never, never>
  'thread.see_poll': Record<never, never>
  'thread.who_is_told': Record<never, never>
  'thread.whole_group': { count: number }
  'thread.whole_group_hint': Record<never, never>
  'thread.some_members': Record<never, never>
  'thread.guests_and_message': Record<never, never>
  'thread.people': Record<never, never>
  'thread.addresses': Record<never, never>
  'thread.message': Record<never, never>
  'thread.message_hint': Record<never, never>
  'thread.title': Record<never, never>
  'thread.text': Record<never, never>
  'thread.title_hint': { most: number }
  'thread.text_hint': { most: number }
  'thread.addresses_hint': { example: string | number; most: number }
  'thread.new_title': { group: string | number }
  'thread.start_heading': Record<never, never>
  'thread.start_about': { group: string | number }
  'thread.public': Record<never, never>
  'thread.public_hint': Record<never, never>
  'thread.is_public': Record<never, never>
  'thread.is_public_about': Record<never, never>
  'thread.start': Record<never, never>
  'thread.no_title': Record<never, never>
  'thread.no_text': Record<never, never>
  'thread.nobody_told': Record<never, never>
  'thread.told': { count: number }
  'thread.remove_guest_title': { name: string | number }
  'thread.remove_guest_about': { name: string | number }
  'thread.remove_guest_note': Record<never, never>
  'thread.remove_guest': Record<never, never>
  'thread.keep_guest': Record<never, never>
  'thread.edit_comment_title': Record<never, never>
  'thread.edit_comment_note': Record<never, never>
  'thread.comment_changed_meanwhile': { link: Wrapped }
  'thread.save_comment': Record<never, never>
  'thread.cancel': Record<never, never>
  'thread.delete_title': Record<never, never>
  'thread.delete_own_about': Record<never, never>
  'thread.delete_other_about': Record<never, never>
  'thread.delete_comment': Record<never, never>
  'thread.keep_comment': Record<never, never>
  'thread.comment_of': { name: string | number }
  'thread.comment_history': Record<never, never>
  'thread.comment_history_about': { comment: Wrapped; name: string | number }
  'thread.history': Record<never, never>
  'thread.newest_first': Record<never, never>
  'thread.as_now': Record<never, never>
  'thread.until': { time: NamedTime }
  'thread.then_edited_by': { name: string | number }
  'thread.edit_about': Record<never, never>
  'thread.delete_thread': Record<never, never>
  'thread.delete_about': { comments: number }
  'thread.delete_polls': Record<never, never>
  'thread.delete_instead': { link: Wrapped }
  'thread.deleted': Record<never, never>
  'thread.is_html': Record<never, never>
  'thread.save': Record<never, never>
  'thread.guest_removed': Record<never, never>
  'thread.invited': { count: number }
  'thread.invited_about': Record<never, never>
  'thread.invited_others': Record<never, never>
  'thread.invited_muted': { muted: number }
  'thread.stopped_emails': Record<never, never>
  'thread.who_reads': Record<never, never>
  'thread.members_hidden': Record<never, never>
  'thread.more_members': { count: number }
  'thread.guests': Record<never, never>
  'thread.guests_count': { guests: number }
  'thread.no_guests': Record<never, never>
  'thread.poll_guests': Record<never, never>
  'thread.poll_guests_about': Record<never, never>
  'thread.remove': Record<never, never>
  'thread.remove_name': { name: string | number }
  'thread.invite_about': Record<never, never>
  'thread.invite_about_unsent': Record<never, never>
  'thread.invite_message_hint': Record<never, never>
  'thread.send_invitations': Record<never, never>
  'tags.tags': Record<never, never>
  'tags.hint': { most: number }
  'tags.in_use': { tags: string | number }
  'tags.joined': { first: string | number; second: string | number }
  'tags.tagged': { tag: string | number }
  'tags.nothing': Record<never, never>
  'tags.all_threads': Record<never, never>
  'tags.all_polls': Record<never, never>
  'verify_check.signatures': Record<never, never>
  'verify_check.ballots': Record<never, never>
  'verify_check.root': Record<never, never>
  'verify_check.roll': Record<never, never>
  'verify_check.result': Record<never, never>
  'verify_check.previous': Record<never, never>
  'verify_check.kept': Record<never, never>
  'verify_check.receipt': Record<never, never>
  'verify_check.entry': Record<never, never>
  'verify_verdict.result_right': Record<never, never>
  'verify_verdict.result_wrong': Record<never, never>
  'verify_verdict.result_incomplete': Record<never, never>
  'verify_verdict.result_unsigned': Record<never, never>
  'verify_verdict.receipt_right': Record<never, never>
  'verify_verdict.receipt_of_other': Record<never, never>
  'verify_verdict.receipt_missing': Record<never, never>
  'verify_verdict.receipt_wrong': Record<never, never>
  'verify_verdict.entry_of_other': Record<never, never>
  'verify_verdict.entry_wrong': Record<never, never>
  'verify_says.signatures': { host: string | number }
  'verify_says.signatures_known': Record<never, never>
  'verify_says.ballots': { ballots: string | number }
  'verify_says.root': Record<never, never>
  'verify_says.roll': { eligible: string | number; voted: string | number }
  'verify_says.result': Record<never, never>
  'verify_says.result_counted': Record<never, never>
  'verify_says.previous': { origin: string | number }
  'verify_says.previous_first': Record<never, never>
  'verify_says.previous_left_out': Record<never, never>
  'verify_says.not_signed': Record<never, never>
  'verify_says.kept': Record<never, never>
  'verify_says.kept_not_given': Record<never, never>
  'verify_says.receipt': { answers: string | number }
  'verify_says.receipt_number': { answers: string | number }
  'verify_says.receipt_own': { answers: string | number }
  'verify_says.receipt_not_given': Record<never, never>
  'verify_says.entry_voted': Record<never, never>
  'verify_says.entry_abstained': Record<never, never>
  'verify_says.entry_not_given': Record<never, never>
  'verify_fault.unsigned': Record<never, never>
  'verify_fault.no_key': Record<never, never>
  'verify_fault.other_key': { key: string | number }
  'verify_fault.no_head': Record<never, never>
  'verify_fault.head_forged': Record<never, never>
  'verify_fault.manifest_forged': Record<never, never>
  'verify_fault.manifest_other': Record<never, never>
  'verify_fault.origin_other': { expected: string | number; origin: string | number }
  'verify_fault.time_other': Record<never, never>
  'verify_fault.second_head': Record<never, never>
  'verify_fault.kept_forged': Record<never, never>
  'verify_fault.ballot_changed': { ballot: string | number }
  'verify_fault.ballot_twice': { ballot: string | number }
  'verify_fault.ballot_illegal': { ballot: string | number }
  'verify_fault.ballot_moved': { ballot: string | number }
  'verify_fault.voter_other': { ballot: string | number }
  'verify_fault.reason_other': { ballot: string | number }
  'verify_fault.number_other': { found: string | number; said: string | number }
  'verify_fault.root_other': Record<never, never>
  'verify_fault.eligible_other': { found: string | number; said: string | number }
  'verify_fault.voted_other': { found: string | number; said: string | number }
  'verify_fault.votes_other': { ballots: string | number; voted: string | number }
  'verify_fault.roll_other': Record<never, never>
  'verify_fault.entry_twice': Record<never, never>
  'verify_fault.type_unknown': { poll_type: string | number }
  'verify_fault.cast_count_other': { found: string | number; said: string | number }
  'verify_fault.total_other': { option: string | number }
  'verify_fault.totals_more': Record<never, never>
  'verify_fault.count_other': Record<never, never>
  'verify_fault.verdict_other': Record<never, never>
  'verify_fault.previous_other': Record<never, never>
  'verify_fault.receipt_poll': Record<never, never>
  'verify_fault.receipt_key': { key: string | number }
  'verify_fault.receipt_forged': Record<never, never>
  'verify_fault.receipt_missing': Record<never, never>
  'verify_fault.receipt_ballot': Record<never, never>
  'verify_fault.entry_poll': Record<never, never>
  'verify_fault.entry_missing': Record<never, never>
  'verify_page.title': Record<never, never>
  'verify_page.about': Record<never, never>
  'verify_page.save': Record<never, never>
  'verify_page.scripts': Record<never, never>
  'verify_page.record': Record<never, never>
  'verify_page.receipt': Record<never, never>
  'verify_page.receipt_text': Record<never, never>
  'verify_page.receipt_text_hint': Record<never, never>
  'verify_page.entry': Record<never, never>
  'verify_page.kept': Record<never, never>
  'verify_page.keys': Record<never, never>
  'verify_page.keys_hint': Record<never, never>
  'verify_page.check': Record<never, never>
  'verify_page.not_json': { file: string | number }
  'verify_page.not_it': { field: string | number; file: string | number }
  'verify_page.belongs': { field: string | number; file: string | number }
  'verify_page.damaged': { file: string | number; place: string | number }
  'verify_page.text_wrong': Record<never, never>
  'verify_page.text_both': Record<never, never>
  'verify_page.other_version': { file: string | number; version: string | number }
  'verify_page.too_large': { file: string | number }
  'verify_page.not_key': { text: string | number }
  'import_kind.user': Record<never, never>
  'import_kind.group': Record<never, never>
  'import_kind.member': Record<never, never>
  'import_kind.thread': Record<never, never>
  'import_kind.comment': Record<never, never>
  'import_kind.poll': Record<never, never>
  'import_kind.vote': Record<never, never>
  'import_kind.outcome': Record<never, never>
  'import_file.empty': Record<never, never>
  'import_file.zip': Record<never, never>
  'import_file.gzip': Record<never, never>
  'import_file.html': Record<never, never>
  'import_file.other': Record<never, never>
  'import.not_json': Record<never, never>
  'import.cut_off': Record<never, never>
  'import.too_long_line': Record<never, never>
  'import.no_record': Record<never, never>
  'import.no_id': Record<never, never>
  'import.twice': Record<never, never>
  'import.no_field': { field: string | number }
  'import.missing': { id: string | number; what: string | number }
  'import.unknown_type': { poll_type: string | number }
  'import.no_group': Record<never, never>
  'import.deleted_there': Record<never, never>
  'import.no_thread': Record<never, never>
  'import.no_address': Record<never, never>
  'import.ended_there': Record<never, never>
  'import.same_person': Record<never, never>
  'import.bad_ballot': Record<never, never>
  'import.no_options': Record<never, never>
  'import.bad_poll': { why: string | number }
  'import.draft_outcome': Record<never, never>
  'import.refused': { why: string | number }
  'import.attachment': { file: string | number; of: string | number; url: string | number }
  'import.shortened': { field: string | number; most: number }
  'import.handle_changed': { from: string | number; to: string | number }
  'import.key_changed': { from: string | number; to: string | number }
  'import.was_public': Record<never, never>
  'import.no_admin': Record<never, never>
  'import.no_admin_here': { group: string | number }
  'import.other_type': { from: string | number; to: string | number }
  'import.question': Record<never, never>
  'import.draft': { votes: number }
  'import.other_quota': Record<never, never>
  'import.reasons_dropped': { reasons: number }
  'import.unknown_author': Record<never, never>
  'import.bad_address': { address: string | number }
  'import.parent_missing': { id: string | number }
  'import.option_left_out': { why: 'time' | 'many' | 'other' }
  'import.tags': { length: number; most: number; tags: string | number }
  'import_why.not_offered': Record<never, never>
  'import_why.not_needed': Record<never, never>
  'import_why.readers': Record<never, never>
  'import_why.earlier_votes': Record<never, never>
  'import_why.ask_again': Record<never, never>
  'import_why.files': Record<never, never>
  'import_why.unknown': Record<never, never>
  'import.title': Record<never, never>
  'import.what': Record<never, never>
  'import.imported': Record<never, never>
  'import.would_import': Record<never, never>
  'import.already': Record<never, never>
  'import.left_out': Record<never, never>
  'import.nothing': Record<never, never>
  'import.nothing_new': Record<never, never>
  'import.groups': Record<never, never>
  'import.more_groups': { count: number }
  'import.added': Record<never, never>
  'import.untaken': Record<never, never>
  'import.untaken_table': { records: number; table: string | number; why: string | number }
  'import.notes': Record<never, never>
  'import.line': { line: number }
  'import.more_notes': { count: number }
  'import.lines': { lines: number }
  'import.imported_at': { time: NamedTime }
  'import.sealed': Record<never, never>
  'import.unsigned': Record<never, never>
  'service.tab_import': Record<never, never>
  'service.import': Record<never, never>
  'service.import_about': Record<never, never>
  'service.import_help': { link: Wrapped }
  'service.import_file': Record<never, never>
  'service.import_file_hint': Record<never, never>
  'service.import_check': Record<never, never>
  'service.import_no_name': Record<never, never>
  'service.import_uploading': Record<never, never>
  'service.import_checking': Record<never, never>
  'service.import_importing': Record<never, never>
  'service.import_share': { share: number }
  'service.import_leave': Record<never, never>
  'service.import_busy': Record<never, never>
  'service.import_checked': Record<never, never>
  'service.import_checked_about': Record<never, never>
  'service.import_start': Record<never, never>
  'service.import_discard': Record<never, never>
  'service.import_forget': Record<never, never>
  'service.import_done': Record<never, never>
  'service.import_done_at': { time: NamedTime }
  'service.import_failed': Record<never, never>
  'import_fault.upload': Record<never, never>
  'import_fault.no_file': Record<never, never>
  'import_fault.too_large': Record<never, never>
  'import_fault.no_room': Record<never, never>
  'import_fault.person_erased': Record<never, never>
  'import_fault.unreadable': Record<never, never>
  'service.import_download': Record<never, never>
  'deed.loomio_imported': Record<never, never>
  'count.chosen': Record<never, never>
  'ballot.sum_decides': Record<never, never>
  'ballot.star_decides': Record<never, never>
  'ballot.median_decides': Record<never, never>
  'ballot.skipping_gives_nothing': Record<never, never>
  'ballot.skipping_gives_lowest': { lowest: number }
  'result.show_who_can_come': { count: number }
  'drawing.best_time_about': Record<never, never>
  'drawing.best_time_yes_no': Record<never, never>
  'drawing.average_about': Record<never, never>
  'drawing.columns_about': Record<never, never>
}
