const kinds: Readonly<Record<string, string>> = {
  exteriorPhotos: 'Outside',
  interiorPhotos: 'Inside',
  extraPhotos: 'Extra',
}

/** `exteriorPhotos.photo2` → `Outside 2`, `applicantPhoto2` → `Applicant’s 2`. */
export const slotName = (slot: string): string => {
  const [, number] = /^applicantPhoto(\d)$/.exec(slot) ?? []
  if (number) return `Applicant’s ${number}`
  const [kind = '', photo = ''] = slot.split('.')
  return `${kinds[kind] ?? kind} ${photo.replace('photo', '')}`
}

const kindOrder = Object.keys(kinds)
const rankOf = (slot: string): number => kindOrder.indexOf(slot.split('.')[0]!)

/** Outside first, as one comes to a place. */
export const outsideFirst = <Taken extends { readonly slot: string }>(
  photos: readonly Taken[],
): readonly Taken[] =>
  photos.toSorted((one, other) => rankOf(one.slot) - rankOf(other.slot) || (one.slot < other.slot ? -1 : 1))
