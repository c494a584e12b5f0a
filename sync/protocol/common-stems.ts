/**
 * What passwords that meet every rule are made of when people make them in a hurry: words at the head of published lists of leaked
 * passwords, walks over the keyboard, counts, seasons, months and the name of this product. In lower case, without the signs that
 * stand for letters.
 */
const words = `
password passwort contrasena motdepasse senha parola admin administrator root user guest login master access secret default system server
welcome bienvenido willkommen changeme letmein iloveyou trustno monkey dragon shadow sunshine princess football baseball basketball
soccer hockey superman batman spiderman pokemon starwars ironman captain michael jordan jennifer jessica ashley charlie daniel andrew
joshua matthew robert thomas anthony nicole hannah amanda samantha michelle william jonathan alexander elizabeth victoria maria carlos
hunter killer ranger buster tigger pepper ginger cookie banana orange cheese chocolate butterfly flower lovely angel angels heaven
jesus christ blessed freedom liberty america canada colombia england london newyork california chicago texas dallas boston arsenal
liverpool chelsea manchester barcelona realmadrid yankees cowboys lakers steelers eagles patriots ferrari porsche mercedes mustang
corvette yamaha harley silver golden diamond purple yellow summer winter spring autumn january february march april june july august
september october november december monday tuesday wednesday thursday friday saturday sunday computer internet google facebook
twitter instagram linkedin microsoft windows apple samsung android iphone netflix amazon hello whatever nothing forever friends family
mother father brother sister daughter grandma babygirl babyboy sweetheart sweetie honey lovers mylove loveme fuckyou fuckoff asshole
matrix phoenix maverick merlin wizard magic thunder lightning storm trouble rainbow snowball snoopy scooter mickey minnie donald
goofy garfield school student teacher doctor nurse therapy therapist counseling psychology psychologist psychiatrist clinic clinician
hospital medical patient health mental session practice wellness healing testing tester temp1234 company office business money
dollar lottery lucky winner champion legend ninja samurai pirate hacker qwerty qwertz azerty asdf zxcv qazwsx wsxedc 1qaz 2wsx 3edc 1q2w
3e4r q1w2 abc123 abcd1234 abcdef 12345 23456 34567 45678 56789 67890 54321 65432 76543 87654 98765 09876 11111 22222 33333 44444 55555
66666 77777 88888 99999 00000 12121 12312 32132 orchid
`;

export const commonStems: readonly string[] = words
  .split(/\s+/)
  .filter((word) => word !== '')
  // The longest first: what is left beside it is what counts.
  .toSorted((one, other) => other.length - one.length);
