/** What the service is called unless its admins named it. */
export const SERVICE_NAME = 'Folkmoot'
