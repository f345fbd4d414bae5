import { useCallback, useEffect, useState } from 'preact/hooks'
import { outsideFirst } from '../../../../../shared/evidence/slot-texts.ts'
import { type Contact, readContact } from './employer.ts'
import { type CaseFile, readCase } from './open-case.ts'
import { type Photo, readPhotos } from './photo.ts'

export interface Evidence {
  readonly photos: readonly Photo[]
  readonly contact: Contact | undefined
}

const read = async ({ id, product }: CaseFile): Promise<Evidence> =>
  product === 'employment'
    ? { photos: [], contact: await readContact(id) }
    : { photos: outsideFirst(await readPhotos(id)), contact: undefined }

/** A link to a photo that works now. */
export const renewPhoto = async (id: string, slot: string): Promise<string | null> =>
  (await readPhotos(id)).find(photo => photo.slot === slot)?.photoUrl ?? null

/** A link to a document that works now. It comes with the whole case, whose reading the trail notes: only when it is needed. */
export const renewDocument = async (id: string, number: number): Promise<string | null> => {
  const { review } = await readCase(id)
  return review?.employerCase?.documents.find(document => document.number === number)?.photoUrl ?? null
}

/** The same of a photo that came with the order. */
export const renewSupplied = async (id: string, slot: string): Promise<string | null> => {
  const { property } = await readCase(id)
  return property?.photos.find(photo => photo.slot === slot)?.photoUrl ?? null
}

/** What belongs to a case and is read by itself. */
export const useEvidence = (file: CaseFile) => {
  const [evidence, setEvidence] = useState<Evidence>()
  const [error, setError] = useState<unknown>()
  const again = useCallback(() => {
    setError(undefined)
    read(file).then(setEvidence, setError)
  }, [file.id])
  useEffect(again, [again])
  return { evidence, error, again }
}
