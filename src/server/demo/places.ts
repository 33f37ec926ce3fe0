/** The demo's list of places: invented marinas around real lakes near 49047. */
export const PLACES = `name,address,latitude,longitude,note,other names
Maple Island Marina,"30120 Maple Island Rd, Dowagiac, MI 49047",41.9712,-86.0943,Fuel at the third pier,Maple Island
Eagle Point Marina,"52210 Eagle Point Dr, Dowagiac, MI 49047",41.9934,-86.1256,Ring at the office first,EPM
Sister Lakes Pier,"66700 Pier St, Dowagiac, MI 49047",41.9783,-86.1107,,Sisters Pier
Magician Lake Landing,"68150 Magician Lake Rd, Dowagiac, MI 49047",42.0706,-86.1702,Shallow on the north side,
Dewey Lake Docks,"65940 Dewey Lake St, Dowagiac, MI 49047",42.0498,-86.1371,,Dewey Resort
Indian Lake Boat Club,"51170 Indian Lake Rd, Dowagiac, MI 49047",42.0003,-86.2131,The gate closes at 8 PM,Indian Lake Yacht Club
Cable Lake Launch,"66300 Cable Lake Rd, Dowagiac, MI 49047",42.0531,-86.1652,,
Dowagiac Creek Dock,"210 Front St, Dowagiac, MI 49047",41.9845,-86.1088,,Town dock
`;
