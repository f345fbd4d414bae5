type Mask = (value: string) => string | null

const word: Mask = value => value.replace(/\S+/gu, part => `${[...part][0]}***`)
const lastFour: Mask = value => `****${value.length > 6 ? value.slice(-4) : ''}`
const mailbox: Mask = value => value.replace(/^(.)?.*?(@.*)?$/su, '$1***$2')
const date: Mask = value => value.replace(/\d/g, '*')
/** Free text may say anything, so nothing of it is kept. */
const none: Mask = () => null

/** How a field is masked, by its name, or by its parent's and its own where the name alone is a company's, too. */
const masks: Readonly<Record<string, Mask>> = {
  firstname: word,
  middlename: word,
  lastname: word,
  contactPersonName: word,
  supervisorName: word,
  'attestator/name': word,
  phone: lastFour,
  supervisorPhone: lastFour,
  idNumber: lastFour,
  nin: lastFour,
  driversLicense: lastFour,
  parentLastname: word,
  rcNumber: lastFour,
  companyCac: lastFour,
  policeReportNumber: lastFour,
  email: mailbox,
  supervisorEmail: mailbox,
  dob: date,
  birthdate: date,
  issued_date: date,
  expiry_date: date,
  address: none,
  address1: none,
  address2: none,
  photo: none,
  comment: none,
  agentComment: none,
  adminComment: none,
}

const maskField = (value: unknown, name: string, parent: string): unknown => {
  // How a field compared, under the field's name.
  if (parent === 'matchDetails') return value
  const mask = masks[`${parent}/${name}`] ?? masks[name]
  return mask && typeof value === 'string' && value !== '' ? mask(value) : masked(value, name)
}

/** The same value with names, phones, addresses of mail, numbers and dates of birth masked, and comments left out. */
export const masked = (value: unknown, parent = ''): unknown => {
  if (Array.isArray(value)) return value.map(item => masked(item, parent))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, maskField(field, name, parent)]),
  )
}
