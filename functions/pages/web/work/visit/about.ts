import type { Work } from '../../../../../shared/fieldwork/contract/assignment.ts'
import type { About } from './answers.ts'

export const personOf = ({ applicant }: Work): string =>
  [applicant.firstname, applicant.middlename, applicant.lastname].filter(Boolean).join(' ')

/** Whom or what a visit is about. */
export const aboutOf = (work: Work): About =>
  work.business
    ? { name: work.business.businessName, isBusiness: true }
    : { name: personOf(work), isBusiness: false }

/** One line to know a visit by. */
export const titleOf = ({ place, employer, id }: Work): string => place?.street ?? employer?.name ?? id

/** The rest of an address, in the order of a letter. */
export const areaOf = ({ place }: Work): string =>
  [...new Set([place?.city, place?.lgaName, place?.stateName])].filter(Boolean).join(', ')

/** Opens the telephone's own map there (RFC 5870); what follows is how Android's maps take a search. */
export const mapUrl = (work: Work): string => {
  const { latitude, longitude, street, city } = work.place!
  const search = encodeURIComponent(`${street}, ${city}`)
  return `geo:${latitude},${longitude}?q=${search}`
}
