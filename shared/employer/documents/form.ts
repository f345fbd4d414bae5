import { type Html, html } from '../../http/html.ts'
import { photoTypes } from '../../evidence/contract.ts'
import { documentLimitBytes, mostDocuments } from '../../evidence/document.ts'
import { englishTexts, type Texts } from '../../texts/english.ts'

const words = englishTexts.documents
/** Why a photo was not accepted. */
export type DocumentFault = keyof Texts['documents']['faults']

const mostMb = documentLimitBytes / 1_000_000

/** What the page says of photos. */
export interface DocumentPhotos {
  /** How many there are. */
  readonly count: number
  readonly fault?: DocumentFault | undefined
}

const described = (fault: DocumentFault | undefined): Html =>
  fault
    ? html` aria-describedby="photo-hint photo-error" aria-invalid="true"`
    : html` aria-describedby="photo-hint"`

const errorOf = (fault: DocumentFault | undefined): Html | '' =>
  fault ? html`<p class="wrong" id="photo-error" role="alert">${words.faults[fault](mostMb)}</p>` : ''

const chooser = (path: string, fault: DocumentFault | undefined): Html => html`<form method="post" \
action="${path}/photos" enctype="multipart/form-data">
<div class="field">
<label for="photo">${words.choose}</label>
<p class="hint" id="photo-hint">${words.limits(mostMb, mostDocuments)}</p>
${errorOf(fault)}
<input type="file" id="photo" name="photo" accept="${photoTypes.join(',')}"${described(fault)}>
</div>
<button type="submit">${words.upload}</button>
</form>`

/** Where an applicant sends photos of documents. @param path of the page, below which they go */
export const documentPhotosForm = (
  path: string,
  { count, fault }: DocumentPhotos,
): Html => html`<section class="section">
<h2>${words.photos.title}</h2>
<p>${words.photos.text}</p>
${count > 0 ? html`<p><strong>${words.count(count, mostDocuments)}</strong></p>` : ''}
${count < mostDocuments ? chooser(path, fault) : errorOf(fault)}
</section>`
