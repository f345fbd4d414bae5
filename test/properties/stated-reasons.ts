/**
 * What the document says in words of a request that its schemas take, as the field and what is said of it. Written so
 * that JavaScript and Python read the same.
 */
export const statedReasons: readonly RegExp[] = [
  /^\/(stateName|lgaName) unknown_location$/,
  // A position of an address is in Nigeria.
  /^(\/addressExtraData)?\/latitude far_location$/,
  /^(\/applicant)?\/dob out_of_range$/,
  /^\/(endDate before_start|startDate out_of_range|currentlyEmployed after_end)$/,
  // A telephone number has 7 to 15 digits.
  /^\/\S*[pP]hone wrong_form$/,
  // Names have letters, and a gender is one of few words.
  /^\/(applicant\/)?((first|middle|last|fist)name|gender) (wrong_form|too_small)$/,
  /^\/(employerName|businessName|contactPersonName) (wrong_form|too_small)$/,
  /^\/(firstname required|firstname not_allowed|fistname not_allowed|fistname required)$/,
  /^\/(since|until) not_allowed$/,
  // Somebody whom neither a text message nor a letter reaches can be sent no link.
  /^\/applicant\/phone unreachable$/,
  /^\/url \w+$/,
  /^\/subStatus not_allowed$/,
  // A photo is the base64 of a picture.
  /^\/addressExtraData\/applicantPhoto\d (wrong_form|photo_not_an_image|photo_unreadable)$/,
  // A key is a point of its curve.
  /^\/publicKey not_a_key$/,
  /^\/proof bad_signature$/,
  // What an employer's first answer needs, who attests it, and which days can be.
  /^\/attestation\/(attestator\/(name|title|email)|details\/employe\w+) required$/,
  /^\/attestation\/(claim|details\/employerConsented) not_allowed$/,
  /^\/attestation\/details\/employee\w+Date (out_of_range|before_start)$/,
  /^\/attestation\/(attestator\/name|details\/supervisorName) wrong_form$/,
  // An attempt was made of late, at a contact of which it is known where it came from.
  /^\/at out_of_range$/,
  /^\/(contactFrom|toFrom) required$/,
  // Consent was given before, and where a stage asks for it. A role belongs to a queue or bus, headers to a URL.
  /^\/consent required$/,
  /^\/consent\/givenAt out_of_range$/,
  /^\/roleArn (not_allowed|required|wrong_form)$/,
  /^\/headers(\/\d+\/(name|value))? \w+$/,
  // The clock moves what is named.
  /^\/(verificationId|eventId|endpointId) required$/,
  // The form of a number is its product's, of a cursor an earlier page's.
  /^path\/\w+ (wrong_form|too_small)$/,
  /^query\/cursor wrong_form$/,
  // Whoever is in no team names an area.
  /^query\/stateId area_needed$/,
  // The headers of a coding agent's message repeat it and name a version that there is, and nothing else stands in it.
  /^jsonrpc (-32600|-32020|-32022)$/,
]

/** What it says of any text that has what counts twice in UTF-16, or half of that. */
export const statedOfAnyText = /^\/\S+ (too_big|wrong_form)$/
