import { type Html, html } from '../../http/html.ts'
import { photoTypes } from '../evidence/contract.ts'
import { documentLimitBytes, mostDocuments } from '../evidence/document.ts'

const most = `${documentLimitBytes / 1_000_000} MB`

/** Why a photo was not taken, in the applicant's words. */
const faults = {
  none: 'Please choose a photo first.',
  full: 'We have as many photos as we can take. This one was not kept.',
  photo_unreadable:
    'This photo is broken, or too small for anything to be read. It was not kept. Please take it again.',
  photo_too_large: `This photo is too large. It was not kept. Please send one of at most ${most}.`,
  photo_not_an_image: 'This file is not a photo. It was not kept. Please send a JPEG, PNG or WebP.',
} as const

export type DocumentFault = keyof typeof faults

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
  fault ? html`<p class="wrong" id="photo-error" role="alert">${faults[fault]}</p>` : ''

const chooser = (path: string, fault: DocumentFault | undefined): Html => html`<form method="post" \
action="${path}/photos" enctype="multipart/form-data">
<div class="field">
<label for="photo">Choose a photo</label>
<p class="hint" id="photo-hint">JPEG, PNG or WebP, at most ${most}. One at a time, ${`${mostDocuments}`} in all.</p>
${errorOf(fault)}
<input type="file" id="photo" name="photo" accept="${photoTypes.join(',')}"${described(fault)}>
</div>
<button type="submit">Upload this photo</button>
</form>`

/** Where an applicant sends photos of documents. @param path of the page, below which they go */
export const documentPhotosForm = (
  path: string,
  { count, fault }: DocumentPhotos,
): Html => html`<section class="section">
<h2>Photos of documents</h2>
<p>If you have a payslip, a letter of employment or your company’s identity card, you can send us a photo of it. We remove what your telephone wrote into the photo besides the picture.</p>
${count > 0 ? html`<p><strong>We have ${`${count}`} of ${`${mostDocuments}`} photos.</strong></p>` : ''}
${count < mostDocuments ? chooser(path, fault) : errorOf(fault)}
</section>`
