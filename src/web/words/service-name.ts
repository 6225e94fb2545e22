/** What the installed page is called, and the push services are told. */
export const SERVICE_NAME = 'Folkmoot'
