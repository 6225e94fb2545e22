/**
 * Replaces random and time-dependent parts with others of the same length: times, keys, request ids, hashes
 * of them.
 */
export function neutral(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'T'.repeat(24))
    .replace(/ data-due="\d+"/g, ' data-due=""')
    .replace(/"date":"[^"]+"/g, '"date":""')
    .replace(/"key":"[A-Za-z0-9]{8}"/g, '"key":"KKKKKKKK"')
    .replace(/"message_id":"msg_[0-9a-f]{32}"/g, '"message_id":""')
    .replace(/"x-request-id":"[^"]{36}"/g, '"x-request-id":""')
    .replace(/"request_id":"[^"]{36}"/g, '"request_id":""')
    .replace(/"etag":"\\"[\w.-]{17,33}\\""/g, '"etag":""')
}
